"""星杯傳說 alone, as games/asteriated_grail/RULES.md has it."""

from __future__ import annotations

from random import Random

from tests.independent.play import Facts, Library, Played, Player, copies, ranks

HAND_LIMIT, MAX_STONES, GRAILS = 6, 5, 5


def player(cards: list[Facts], others: dict[str, list[Facts]], second: bool) -> Player:
    team = len(others["team"])
    attack = [card["kind"] == "attack" for card in cards]
    bullet = [card["name"] == "魔彈" for card in cards]
    light = [card["kind"] == "magic" and card["element"] == "light" for card in cards]
    magic = [not attack[c] and not light[c] for c in range(len(cards))]
    draws, gems, grails = ([card["effects"][name] for card in cards] for name in ("draw", "resource", "score"))
    rank = ranks([(attack[c], magic[c], grails[c], gems[c], draws[c]) for c in range(len(cards))])
    deck = copies(cards)

    def play(random: Random, turns: int) -> Played:
        played, library = Played(), Library(deck, random)
        discards: list[int] = []
        hands = [library.draw(4) for _ in range(team)]
        gem = crystal = score = 0

        def draw(hand: list[int], count: int) -> None:
            drawn = library.draw(count)
            hand += drawn
            if len(drawn) < count:
                library.cards += discards
                discards.clear()
                hand += library.draw(count - len(drawn))

        for turn in range(1, turns + 1):
            available, used, plays, exchanges = gem + crystal, 0, 0, 0
            for hand in hands:
                stones = gem + crystal
                room = len(hand) <= HAND_LIMIT - 3
                if room and stones >= 3:
                    paid = min(crystal, 3)
                    crystal -= paid
                    gem -= 3 - paid
                    used += 3
                    plays += 1
                    score += 1
                    draw(hand, 3)
                elif room and not (stones < MAX_STONES and any(attack[c] for c in hand)):
                    plays += 1
                    gained = min(MAX_STONES - stones, 2)
                    gem += gained > 0
                    crystal += gained > 1
                    available += gained
                    draw(hand, 3)
                else:
                    if not any(attack[c] or magic[c] for c in hand):
                        size = len(hand)
                        discards += hand
                        hand.clear()
                        draw(hand, size)
                        exchanges += 1
                    wanted, other = (magic, attack) if stones == MAX_STONES else (attack, magic)
                    choice = [c for c in hand if wanted[c]] or [c for c in hand if other[c]]
                    if choice:
                        c = max(choice, key=rank.__getitem__)
                        hand.remove(c)
                        discards.append(c)
                        gained = min(MAX_STONES - stones, attack[c] + gems[c])
                        gem += gained
                        available += gained
                        score += grails[c]
                        plays += 1
                        draw(hand, draws[c])
                hand.sort(key=rank.__getitem__, reverse=True)
                discards += hand[HAND_LIMIT:]
                del hand[HAND_LIMIT:]
                if score >= GRAILS:
                    break
            bullets = [any(bullet[c] for c in hand) for hand in hands]
            row = next((place for place, holds in enumerate(bullets) if not holds), team)
            played.rows.append((available, used, plays, exchanges, 0, 0, score, len(hands[0]), row))
            if score >= GRAILS:
                return played.end("won", turn)
        return played

    return play
