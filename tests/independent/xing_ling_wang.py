"""星靈王 alone, as games/xing_ling_wang/RULES.md has it."""

from __future__ import annotations

from random import Random

from tests.independent.play import Facts, Library, Played, Player, copies, number, ranks

PLACES, HAND_LIMIT, GOAL = 10, 10, 15


def player(cards: list[Facts], others: dict[str, list[Facts]], second: bool) -> Player:
    every = range(len(cards))
    spell = [card["kind"] == "spell" for card in cards]
    score = [number(card, "score") for card in cards]
    known = [isinstance(card["tribute"], (int, float)) for card in cards]
    star = [bool(card["condition"]) for card in cards]
    tribute = [number(card, "tribute") if known[c] else 1000 for c, card in enumerate(cards)]
    draws, rewards = ([card["effects"][name] for card in cards] for name in ("draw", "score"))
    spells = ranks([(draws[c], rewards[c]) for c in every])
    units = ranks([(-tribute[c], score[c], rewards[c], draws[c]) for c in every])
    kept = ranks([(spell[c], -tribute[c], not star[c], score[c], rewards[c], draws[c]) for c in every])
    deck = copies(cards)

    def play(random: Random, turns: int) -> Played:  # noqa: PLR0912  in the order of RULES.md
        played, library = Played(), Library(deck, random)
        hand = library.draw(4)
        board: list[int] = []  # scores of the own units
        reward, left = 0, -1  # own turns left in the countdown, -1 before it
        for turn in range(1, turns + 1):
            if left == 0:
                return played.end("over", turn)
            left -= left > 0
            available = 1 if turn == 1 and not second else 2
            used = plays = 0
            hand += library.draw(2)
            while True:
                at_hand = [c for c in hand if spell[c]]
                if at_hand:
                    c = max(at_hand, key=spells.__getitem__)
                    hand.remove(c)
                    reward = max(reward + rewards[c], 0)
                    hand += library.draw(draws[c])
                    plays += 1
                    continue
                if used == available:
                    break
                best, chosen = (0, -1), -1
                board.sort()
                for c in hand:
                    need = tribute[c]
                    if star[c] or not known[c] or need > len(board) or (used and need):
                        continue
                    if len(board) - need >= PLACES:
                        continue
                    gain = score[c] + max(reward + rewards[c], 0) - reward - sum(board[:need])
                    if gain >= 1 and (gain, units[c]) > best:
                        best, chosen = (gain, units[c]), c
                if chosen >= 0:
                    hand.remove(chosen)
                    del board[: tribute[chosen]]
                    board.append(score[chosen])
                    reward = max(reward + rewards[chosen], 0)
                    hand += library.draw(draws[chosen])
                elif len(board) < PLACES:
                    board.append(0)
                else:
                    break
                used += 1
                plays += 1
            hand.sort(key=kept.__getitem__, reverse=True)
            del hand[HAND_LIMIT:]
            if left < 0 and not library:
                left = 2
            total = sum(board) + reward
            played.rows.append((available, used, plays, 0, 0, 0, total, len(hand), 0))
            if total >= GOAL and left < 0:
                return played.end("won", turn)
        return played

    return play
