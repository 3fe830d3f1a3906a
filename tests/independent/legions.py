"""LEGIONS! alone, as games/legions/RULES.md has it."""

from __future__ import annotations

from random import Random

from tests.independent.play import Facts, Library, Played, Player, copies, number, ranks

KINDS = ("minion", "lord", "skill", "arts")
ASSAULT = {"強襲", "急襲", "强袭", "Assault"}
MINIONS, STANDBY, LIFE, CORES = 3, 2, 20, 12


def player(cards: list[Facts], others: dict[str, list[Facts]], second: bool) -> Player:
    every = range(len(cards))
    colours = set(others["master"][0]["colours"])
    kind = [card["kind"] for card in cards]
    unit = [each in ("minion", "lord") for each in kind]
    usable = [len(card["colours"]) < 2 or set(card["colours"]) <= colours for card in cards]
    off = [len(card["colours"]) == 1 and not set(card["colours"]) & colours for card in cards]
    kept_cores = [number(card, "core_cost") if card["kind"] == "lord" else 0 for card in cards]
    cost = [max(number(card, "cost") + off[c], kept_cores[c]) for c, card in enumerate(cards)]
    atk = [max(number(card, "atk"), 0) for card in cards]
    assault = [unit[c] and bool(ASSAULT & set(card["keywords"])) for c, card in enumerate(cards)]
    draws, gains, hits = ([card["effects"][name] for card in cards] for name in ("draw", "resource", "score"))
    wait = [number(card, "wait") for card in cards]
    does = [usable[c] and (unit[c] or any((draws[c], gains[c], hits[c]))) for c in every]
    rank = ranks(
        [
            (
                *(usable[c], does[c], cost[c], atk[c], assault[c], hits[c], draws[c], gains[c]),
                *(-wait[c], -kept_cores[c], -KINDS.index(kind[c])),
            )
            for c in every
        ]
    )
    deck = copies(cards)

    def play(random: Random, turns: int) -> Played:  # noqa: PLR0912  in the order of RULES.md
        played, library = Played(), Library(deck, random)
        hand = library.draw(5)
        master, zone, core_waits = (4, 0, 3) if second else (5, 0, 0)
        minions: list[int] = []
        lord = -1
        waiting: list[list[int]] = [[], [], [], []]
        standby: list[int] = []
        dealt, awake = 0, False
        for turn in range(1, turns + 1):
            if master:
                master -= 1
                zone += 1
            awake = awake or not master
            ready = available = zone
            used = plays = exchanges = dismissals = 0
            fresh: list[int] = []
            lord_is_fresh = False
            if not library:
                return played.end("over", turn)
            hand += library.draw(1)
            first = True

            def possible(c: int, places: int) -> bool:
                if not does[c] or cost[c] > ready or draws[c] > len(library):  # noqa: B023  asked at once
                    return False
                if kind[c] == "minion":
                    return len(minions) + len(fresh) < places  # noqa: B023
                if kind[c] == "lord":
                    return awake and lord < 0  # noqa: B023
                return kind[c] == "skill" or awake  # noqa: B023

            while True:
                idle = [c for c in hand if not does[c] or (kind[c] == "lord" and lord >= 0)] if first else ()
                if idle and library:
                    hand.remove(min(idle, key=rank.__getitem__))
                    hand += library.draw(1)
                    exchanges += 1
                    first = False
                    continue
                first = False
                chosen = max((c for c in standby if draws[c] <= len(library)), key=rank.__getitem__, default=-1)
                if chosen >= 0:
                    standby.remove(chosen)
                else:
                    chosen = max((c for c in hand if possible(c, MINIONS)), key=rank.__getitem__, default=-1)
                    if chosen >= 0:
                        hand.remove(chosen)
                        ready -= cost[chosen]
                        used += cost[chosen]
                if chosen >= 0:
                    plays += 1
                    if kind[chosen] == "minion":
                        fresh.append(chosen)
                    elif kind[chosen] == "lord":
                        lord, lord_is_fresh = chosen, True
                        zone -= kept_cores[chosen]
                    elif 1 <= wait[chosen] <= 4:
                        waiting[wait[chosen] - 1].append(chosen)
                    zone += gains[chosen]
                    ready += gains[chosen]
                    available += gains[chosen]
                    dealt += hits[chosen]
                    hand += library.draw(draws[chosen])
                    continue
                if len(minions) + len(fresh) < MINIONS or not minions:
                    break
                wanted = max((c for c in hand if possible(c, MINIONS + 1)), key=rank.__getitem__, default=-1)
                weakest = min(minions, key=lambda c: (atk[c], rank[c]))
                if wanted < 0 or atk[wanted] <= 2 * atk[weakest]:
                    break
                minions.remove(weakest)
                dismissals += 1
            dealt += sum(atk[c] for c in minions) + sum(atk[c] for c in fresh if assault[c])
            if lord >= 0 and (not lord_is_fresh or assault[lord]):
                dealt += atk[lord]
            minions += fresh
            master += awake
            standby = sorted(standby + waiting[0], key=rank.__getitem__, reverse=True)[:STANDBY]
            waiting = [*waiting[1:], []]
            if core_waits:
                core_waits -= 1
                zone += not core_waits
            seen = len(deck) - len(library)
            played.rows.append((available, used, plays, exchanges, dismissals, 0, dealt, len(hand), seen))
            if dealt >= LIFE or zone + (kept_cores[lord] if lord >= 0 else 0) >= CORES:
                return played.end("won", turn)
        return played

    return play
