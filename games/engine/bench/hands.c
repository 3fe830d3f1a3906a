/* Opening hands with one generic goal and a mulligan, then regular draws: the job of `hands` in games/engine/play/goldfish.py,
   written by hand in scalar C. It is what the compiled loop is measured against. */
#include "shuffle.h"

enum { MOST = 256 };

typedef struct {
    int64_t size, types, conditions, kinds, hand, turns;
    int64_t *order;
    const int64_t *draws, *mask, *low, *high, *clause, *kind, *steps, *back;
    uint64_t *rng;
    int64_t *games, *reached, *goal, *opened;
} Job;

static int64_t top, held[MOST], seen[MOST], aside[MOST];

static inline void draw(const Job *job, int64_t count) {
    for (; count > 0 && top < job->size; count--) {
        int64_t at = top + below(job->rng, (uint64_t)(job->size - top)), c = job->order[at];
        job->order[at] = job->order[top];
        job->order[top++] = c;
        held[c]++;
        seen[c]++;
    }
}

static inline int met(const Job *job, const int64_t *counts) {
    int64_t clause = -1;
    int holds = 0;
    for (int64_t i = 0; i < job->conditions; i++) {
        if (job->clause[i] != clause) {
            if (holds) break;
            clause = job->clause[i];
            holds = 1;
        }
        if (!holds) continue;
        int64_t count = 0;
        for (int64_t c = 0; c < job->types; c++) count += ((job->mask[c] >> i) & 1) * counts[c];
        holds = job->low[i] <= count && count <= job->high[i];
    }
    return holds;
}

static inline void shuffle_in(const Job *job, int64_t c) {
    int64_t place = 0;
    while (job->order[place] != c) place++;
    top--;
    job->order[place] = job->order[top];
    job->order[top] = c;
}

static inline int mulligan(const Job *job) {
    int64_t of_kind[MOST] = {0}, number = 0, left = job->hand, count = 0;
    for (int64_t c = 0; c < job->types; c++) of_kind[job->kind[c]] += held[c];
    for (int64_t k = 0; k < job->kinds; k++) {
        number += job->steps[(k * (job->hand + 1) + left) * (job->hand + 1) + of_kind[k]];
        left -= of_kind[k];
    }
    for (int64_t k = 0; k < job->kinds; k++)
        for (int64_t gone = 0; gone < job->back[number * job->kinds + k]; gone++, count++) {
            int64_t place = (int64_t)below(job->rng, (uint64_t)(of_kind[k] - gone)), c = 0;
            for (; job->kind[c] != k || place >= held[c]; c++)
                if (job->kind[c] == k) place -= held[c];
            held[c]--;
            seen[c]--;
            aside[c]++;
        }
    if (!count) return 1;
    draw(job, count);
    for (int64_t c = 0; c < job->types; c++)
        for (; aside[c] > 0; aside[c]--) shuffle_in(job, c);
    return 0;
}

void hands(const Job *job, int64_t trials) {
    for (; trials > 0; trials--) {
        top = 0;
        for (int64_t c = 0; c < job->types; c++) held[c] = seen[c] = aside[c] = 0;
        draw(job, job->hand);
        job->games[1] += mulligan(job);
        job->games[0]++;
        job->goal[0] += met(job, seen);
        for (int64_t c = 0; c < job->types; c++) job->opened[c] += seen[c];
        for (int64_t turn = 0; turn < job->turns; turn++) {
            draw(job, job->draws[turn]);
            job->reached[turn]++;
            job->goal[turn + 1] += met(job, seen);
        }
    }
}
