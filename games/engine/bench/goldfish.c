/* A game of 星靈王 played alone with its effects: the job of `trials` in games/engine/play/goldfish.py with the steps of
   games/xing_ling_wang/goldfish.py, written by hand in scalar C with the same policy and the same counts. */
#include "shuffle.h"
#include <string.h>

enum { MOST = 64, BINS = 96, LOWEST = -16, METRICS = 8, PLACES = 10, LIMIT = 10, GOAL = 15, COUNTDOWN = 5 };

typedef struct {
    int64_t size, types, turns, second;
    int64_t *order;
    const int64_t *unit, *blue, *tribute, *score, *gain, *draws, *rank, *ring;
    uint64_t *rng;
    int64_t *games, *reached, *bins, *sums, *won, *over, *goal, *stuck, *opened;
} Job;

static const Job *job;
static int64_t top, turn, available, used, plays, score, travellers, reward, summoned, formed, left;
static int64_t hand[MOST], board[MOST], grave[MOST], removed_[MOST], seen[MOST];

static inline int64_t total(const int64_t *place) {
    int64_t count = 0;
    for (int64_t c = 0; c < job->types; c++) count += place[c];
    return count;
}

static inline void draw(int64_t count) {
    for (; count > 0 && top < job->size; count--) {
        int64_t at = top + below(job->rng, (uint64_t)(job->size - top)), c = job->order[at];
        job->order[at] = job->order[top];
        job->order[top++] = c;
        hand[c]++;
        seen[c]++;
    }
}

static inline void count_score(void) {
    score = reward;
    for (int64_t c = 0; c < job->types; c++) score += board[c] * job->score[c];
}

static inline int64_t units(void) { return total(board) + travellers; }

/* Of the copies in hand of a card type and those that rank the same, each as likely. */
static inline int64_t any_of(int64_t c) {
    int64_t count = hand[c], kinds = hand[c] > 0, d = job->ring[c];
    for (; d != c; d = job->ring[d])
        if (hand[d] > 0) {
            count += hand[d];
            kinds++;
        }
    int64_t rest = kinds > 1 ? below(job->rng, (uint64_t)count) : 0;
    for (; rest >= hand[d]; d = job->ring[d]) rest -= hand[d];
    return d;
}

static inline int64_t rewards(int64_t c) { return job->gain[c] > -reward ? job->gain[c] : -reward; }

static inline int can_play(int64_t c) {
    int summon = !summoned, formation = summoned && !formed;
    if (!hand[c]) return 0;
    if (!job->unit[c]) return 1;
    if (job->blue[c] || !(summon || (formation && job->tribute[c] == 0))) return 0;
    int64_t here = units();
    return job->tribute[c] <= here && here < PLACES + job->tribute[c];
}

static inline int can_bring_traveller(void) { return (!summoned || !formed) && units() < PLACES; }

static inline void sacrifice(void) {
    int64_t worst = -1, least = travellers > 0 ? 0 : INT64_MAX;
    for (int64_t c = 0; c < job->types; c++)
        if (board[c] > 0 && job->score[c] < least) {
            worst = c;
            least = job->score[c];
        }
    if (worst < 0) {
        travellers--;
    } else {
        board[worst]--;
        grave[worst]++;
    }
}

static inline int64_t cost(int64_t rest) {
    int64_t gone = 0, floor = INT64_MIN;
    while (rest > 0) {
        int64_t least = INT64_MAX, count = 0;
        if (floor < 0 && travellers > 0) {
            least = 0;
            count = travellers;
        }
        for (int64_t c = 0; c < job->types; c++)
            if (board[c] > 0 && floor < job->score[c] && job->score[c] <= least) {
                count = board[c] + (job->score[c] == least ? count : 0);
                least = job->score[c];
            }
        if (!count) break;
        gone += least * (count < rest ? count : rest);
        rest -= count;
        floor = least;
    }
    return gone;
}

/* A card type; `types` for a traveller; -1 to end the turn. */
static inline int64_t choose(void) {
    int64_t best = -1, most = 0;
    for (int64_t c = 0; c < job->types; c++)
        if (hand[c] > 0 && !job->unit[c] && (best < 0 || job->rank[c] > job->rank[best])) best = c;
    if (best >= 0) return any_of(best);
    for (int64_t c = 0; c < job->types; c++)
        if (job->unit[c] && can_play(c)) {
            int64_t raised = job->score[c] + rewards(c) - cost(job->tribute[c]);
            if (raised > most || (raised == most && best >= 0 && job->rank[c] > job->rank[best])) {
                best = c;
                most = raised;
            }
        }
    if (best >= 0) return any_of(best);
    return can_bring_traveller() ? job->types : -1;
}

static inline void play(int64_t c) {
    if (c < job->types && !job->unit[c]) {
        hand[c]--;
        grave[c]++;
    } else {
        if (c == job->types) {
            travellers++;
        } else {
            for (int64_t n = job->tribute[c]; n > 0; n--) sacrifice();
            hand[c]--;
            board[c]++;
        }
        used++;
        if (summoned) formed = 1;
        summoned = 1;
    }
    if (c < job->types) {
        reward += rewards(c);
        draw(job->draws[c]);
    }
    count_score();
}

static inline void end_turn(void) {
    for (int64_t n = total(hand) - LIMIT; n > 0; n--) {
        int64_t worst = -1;
        for (int64_t c = 0; c < job->types; c++)
            if (hand[c] > 0 && (worst < 0 || job->rank[c] < job->rank[worst])) worst = c;
        worst = any_of(worst);
        hand[worst]--;
        removed_[worst]++;
    }
    if (top == job->size && !left) left = COUNTDOWN / 2 + 1;
    count_score();
}

static inline void count(int64_t metric, int64_t value) {
    int64_t bin = value - LOWEST < 0 ? 0 : value - LOWEST >= BINS ? BINS - 1 : value - LOWEST;
    int64_t at = metric * job->turns + turn - 1;
    job->bins[at * BINS + bin]++;
    job->sums[at * 2] += value;
    job->sums[at * 2 + 1] += value * value;
}

static inline int take_turn(void) {
    turn++;
    used = plays = 0;
    if (left == 1) return 0;
    if (left > 0) left--;
    draw(2);
    int first = turn == 1 && !job->second;
    summoned = 0;
    formed = first;
    available = first ? 1 : 2;
    for (int64_t c; (c = choose()) >= 0; plays++) play(c);
    end_turn();
    job->reached[turn - 1]++;
    count(0, available);
    count(1, used);
    count(2, plays);
    count(3, 0);
    count(4, 0);
    count(5, 0);
    count(6, score);
    count(7, total(hand));
    for (int64_t c = 0; c < job->types; c++) job->stuck[(turn - 1) * job->types + c] += hand[c];
    return 1;
}

void trials(const Job *given, int64_t trials) {
    job = given;
    for (; trials > 0; trials--) {
        top = turn = score = travellers = reward = summoned = formed = left = 0;
        memset(hand, 0, sizeof hand), memset(board, 0, sizeof board), memset(grave, 0, sizeof grave);
        memset(removed_, 0, sizeof removed_), memset(seen, 0, sizeof seen);
        draw(4);
        job->games[0]++;
        job->games[1]++;
        for (int64_t c = 0; c < job->types; c++) job->opened[c] += seen[c];
        while (turn < job->turns) {
            if (!take_turn()) {
                job->over[turn]++;
                break;
            }
            if (score >= GOAL && !left) {
                job->won[turn]++;
                break;
            }
        }
    }
}
