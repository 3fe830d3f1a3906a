"""Who waits for whom: turns between people, how much one of them may have open, and how often workers are told."""

import fcntl
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils import timezone

from deckbuilder.celery import app
from deckbuilder.common.jobs import workers
from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.stats import tasks
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import selectors, services, specs, warming
from deckbuilder.stats.to_games import to_run
from games.engine.play.trials.goldfish import chunk_sizes
from games.engine.play.trials.tallies import pack_tally
from games.registry import GAMES, get
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import SiteTest
from tests.deckbuilder.stats.simulations.test_api import LIST

pytestmark = [pytest.mark.databases]


class Ordering(SiteTest):
    def setUp(self):
        super().setUp()
        self.deck = parse(ListInput(LIST)).deck
        self.seed = 0

    def order(self, asker, *, chunks=1):
        self.seed += 1
        trials = sum(chunk_sizes(specs.MAX_TRIALS)[:chunks])
        asked = specs.SimulationSpec(self.deck, trials=trials, seed=self.seed)
        return services.start(asked, asker=asker)


class TurnsTest(Ordering):
    def served(self, times):
        """Whose chunks are taken, one after the other."""
        taken = []
        for _ in range(times):
            found = next((each for each in selectors.in_serving_order() if services.take(each) is not None), None)
            taken.append(found and found.asker)
        return taken

    def test_people_take_turns_however_much_one_of_them_ordered(self):
        for _ in range(settings.OPEN_SIMULATIONS_ANON):
            self.order("ann", chunks=150)
        assert self.served(3) == ["ann"] * 3
        self.order("ben", chunks=2)
        self.order("cat", chunks=2)
        assert self.served(7) == ["ben", "cat", "ann", "ben", "cat", "ann", "ann"]

    def test_who_orders_again_and_again_is_not_served_first_each_time(self):
        self.order("ann", chunks=9)
        self.order("ben", chunks=9)
        assert self.served(2) == ["ann", "ben"]
        self.order("ben", chunks=9)
        assert self.served(2) == ["ann", "ben"]

    def test_of_one_person_the_first_one_comes_first(self):
        first, second = self.order("ann", chunks=2), self.order("ann")
        self.served(2)
        assert (first.chunks.count(), second.chunks.count()) == (2, 0)

    def test_what_is_complete_or_stopped_is_not_looked_at_any_more(self):
        done, stopped = self.order("ann"), self.order("ben")
        services.cancel(stopped)
        services.take(done)
        done.chunks.update(made_at=timezone.now(), counts={"games": done.trials, "won": 0})
        assert self.served(1) == [None]
        assert not selectors.unfinished_simulations().exists()

    def test_a_task_goes_on_as_long_as_its_own_simulation_is_open(self):
        own, other = self.order("ann", chunks=2), self.order("ben", chunks=2)
        other.served_at = timezone.now() - timedelta(days=1)
        other.save()
        with (
            mock.patch.object(services, "play"),
            mock.patch("deckbuilder.stats.simulations.warming.ensure"),
            mock.patch.object(tasks.play_next, "apply_async") as sent,
        ):
            tasks.play_next(own.pk)
            assert (other.chunks.count(), own.chunks.count(), sent.call_count) == (0, 1, 1)
            tasks.play_next(own.pk)
            assert (other.chunks.count(), own.chunks.count(), sent.call_count) == (1, 1, 2)
            services.cancel(own)
            tasks.play_next(own.pk)
            assert (other.chunks.count(), sent.call_count) == (1, 2)


class NotCompiled(Ordering):
    def setUp(self):
        super().setUp()
        self.enterContext(mock.patch.object(warming, "_ready", set()))
        self.enterContext(mock.patch.object(warming, "_first", []))
        self.enterContext(mock.patch.object(tasks.play_next, "apply_async"))
        self.making = self.enterContext(mock.patch("games.engine.play.preparing.prepare"))

    def made(self):
        return [(call.args[0].slug, call.args[2]) for call in self.making.call_args_list]

    def played(self, simulation):
        tasks.play_next(simulation.pk)
        return list(simulation.chunks.exclude(made_at=None).values_list("number", "trials"))


class NotCompiledTest(NotCompiled):
    """The machine code of a game takes a while to make: nobody waits for the first figures."""

    @pytest.mark.slow
    def test_the_first_chunks_are_played_step_by_step_with_the_same_figures(self):
        simulation, twin = self.order("ann", chunks=2), self.order("ben", chunks=2)
        simulation.refresh_from_db()
        Simulation.objects.filter(pk=twin.pk).update(finished_at=timezone.now())
        self.played(simulation)
        assert self.played(simulation) == [(0, 64), (1, 256)]
        self.making.assert_not_called()
        for number in (0, 1):
            chunk, trials = simulation.chunks.get(number=number), chunk_sizes(10_000)[number]
            tally = to_run(simulation).chunk(number, trials)
            assert bytes(chunk.tally) == pack_tally(tally)

    @pytest.mark.slow
    def test_the_next_one_waits_for_the_machine_code_of_its_game(self):
        simulation = self.order("ann", chunks=3)
        self.played(simulation)
        self.played(simulation)
        assert self.played(simulation) == [(0, 64), (1, 256), (2, 1024)]
        assert self.made() == [("xing-ling-wang", "games")]

    def test_what_a_task_needs_is_made_before_the_others(self):
        assert not warming.is_ready(get("zero-dimension"))
        warming.warm_up()
        assert self.made()[0] == ("zero-dimension", "games")
        hands = [(game.slug, "hands") for game in GAMES if game.opening.mulligan == "once"]
        assert sorted(self.made()) == sorted([*((game.slug, "games") for game in GAMES), *hands])
        assert self.made()[-len(hands) :] == hands

    def test_a_study_of_hands_needs_more(self):
        warming.ensure(get("xing-ling-wang"), "hands")
        assert sorted(self.made()) == [("xing-ling-wang", "games"), ("xing-ling-wang", "hands")]
        assert warming.is_ready(get("xing-ling-wang"), "pilot")


class OtherProcessTest(NotCompiled):
    """Every process of a machine needs the machine code; each part is made once."""

    def setUp(self):
        super().setUp()
        folder = Path(self.enterContext(TemporaryDirectory())) / "compiling"
        self.enterContext(mock.patch.object(warming, "LOCKS", folder))
        folder.mkdir()
        self.other = (folder / "xing-ling-wang-games").open("w")
        self.addCleanup(self.other.close)
        fcntl.flock(self.other, fcntl.LOCK_EX)

    def released_after(self, looks):
        """The other process is done when this one has looked so often."""

        def sleep(seconds):
            nonlocal looks
            looks -= 1
            if looks == 0:
                self.other.close()

        return mock.patch("time.sleep", side_effect=sleep)

    def test_what_another_process_makes_is_read_once_it_is_done(self):
        with self.released_after(3) as waited:
            warming.ensure(get("xing-ling-wang"))
        assert waited.call_count == 3
        assert self.made() == [("xing-ling-wang", "games")]

    def test_meanwhile_the_others_are_made(self):
        with self.released_after(1) as waited:
            warming.warm_up()
        assert waited.call_count == 1
        assert self.made()[-1] == ("xing-ling-wang", "games")
        assert len(self.made()) == len(set(self.made())) == len([*warming._all()])

    def test_nobody_waits_for_the_first_chunks(self):
        simulation = self.order("ann", chunks=3)
        with mock.patch("time.sleep") as waited:
            assert self.played(simulation) == [(0, 64)]
            assert self.played(simulation) == [(0, 64), (1, 256)]
        waited.assert_not_called()


class QueuesTest(SiteTest):
    def test_no_kind_of_work_waits_behind_another(self):
        app.loader.import_default_modules()
        found = {name: app.amqp.router.route({}, name)["queue"] for name in app.tasks if name.startswith("deckbuilder")}
        told = {name.removeprefix("deckbuilder."): (queue.name, queue.routing_key) for name, queue in found.items()}
        assert told == {
            "stats.tasks.play_next": ("simulations", "simulations"),
            "catalog.tasks.read_upload": ("imports", "imports"),
            "catalog.tasks.apply_upload": ("imports", "imports"),
            "catalog.tasks.undo_upload": ("imports", "imports"),
            "decks.tasks.follow_catalog": ("imports", "imports"),
            "decks.tasks.read_photos": ("imports", "imports"),
            "events.tasks.bring_in": ("imports", "imports"),
            "events.tasks.mail": ("mail", "mail"),
            "events.tasks.judge_event": ("quick", "quick"),
        }
        assert {queue.name for queue in found.values()} == set(app.amqp.queues)


class SentOnceTest(Ordering):
    """How often workers are told of a simulation that somebody watches every second."""

    def setUp(self):
        super().setUp()
        self.sent = self.enterContext(mock.patch.object(tasks.play_next, "apply_async"))
        self.now = timezone.now()
        self.enterContext(mock.patch("django.utils.timezone.now", side_effect=lambda: self.now))
        self.simulation = self.order("ann", chunks=150)
        tasks.SIMULATIONS.start(self.simulation)
        self.sent.reset_mock()

    def watch(self, seconds, each=lambda: None):
        """The seconds after which messages were sent."""
        when = []
        for second in range(1, seconds + 1):
            self.now += timedelta(seconds=1)
            each()
            tasks.SIMULATIONS.start(self.simulation)
            if self.sent.called:
                when.append(second)
                self.sent.reset_mock()
        return when

    @pytest.mark.slow
    def test_while_there_is_no_worker_never_again(self):
        assert self.watch(600) == []

    @pytest.mark.slow
    def test_while_workers_play_other_simulations_never_again(self):
        other = self.order("ben", chunks=150)

        def others_turn():
            workers.beat("one")
            Simulation.objects.filter(pk=other.pk).update(served_at=self.now)

        assert self.watch(600, others_turn) == []

    @pytest.mark.slow
    def test_where_workers_stand_idle_again_but_each_time_later(self):
        assert self.watch(400, lambda: workers.beat("one")) == [12, 24, 48, 96, 192, 384]

    def test_a_worker_that_starts_sends_one_message_for_each(self):
        tasks.SIMULATIONS.resume()
        assert self.sent.call_count == 1


class OpenTest(ApiTest):
    def setUp(self):
        super().setUp()
        self.sent = self.enterContext(mock.patch.object(tasks.play_next, "apply_async"))

    def order(self, seed, by=None):
        sent = {"list": LIST, "trials": 10_000_000, "turns": 40, "seed": seed}
        return self.post("simulations/", sent, **({"by": by} if by else {}))

    @pytest.mark.slow
    def test_a_visitor_has_three_open_and_an_account_ten(self):
        for by, most in ((None, 3), (self.as_alice, 10)):
            with self.subTest(most=most):
                assert [self.order(seed, by).status for seed in range(most)] == [202] * most
                answer = self.order(99, by)
                assert (answer.status, answer.body["code"]) == (429, "simulation.too-many-open")
                assert answer.body["params"]["max"] == most
                assert str(most) in answer.body["message"]

    def test_one_that_is_there_already_is_found_all_the_same(self):
        self.order(1)
        with override_settings(OPEN_SIMULATIONS_ANON=1):
            assert self.order(2).status == 429
            assert self.order(1).status == 202

    @override_settings(OPEN_SIMULATIONS_ANON=1)
    def test_stopping_one_makes_room_and_it_goes_on_only_where_there_is_some(self):
        first = self.order(1).body["slug"]
        self.post(f"simulations/{first}/cancel/")
        assert self.order(2).status == 202
        assert self.post(f"simulations/{first}/resume/").status == 429
        page = self.client.post(f"/s/{first}/do/", {"do": "resume"}, follow=True)
        self.assertContains(page, "simulation of yours is still running. Wait until it is done, or stop it.")

    def test_who_asked_is_known_by_account_or_by_a_digest_of_the_address(self):
        self.order(1)
        self.order(2, self.as_alice)
        visitor, alice = Simulation.objects.order_by("id").values_list("asker", flat=True)
        assert alice == f"user-{self.alice.pk}"
        assert len(visitor) == 64
        assert "127.0.0.1" not in visitor

    def test_visitors_start_fewer_in_a_minute(self):
        rates = {"simulations": "2/min", "simulations-anon": "1/min"}
        with mock.patch.dict("rest_framework.throttling.SimpleRateThrottle.THROTTLE_RATES", rates):
            assert [self.order(seed).status for seed in (1, 2)] == [202, 429]
            assert [self.order(seed, self.as_alice).status for seed in (1, 2, 3)] == [202, 202, 429]
