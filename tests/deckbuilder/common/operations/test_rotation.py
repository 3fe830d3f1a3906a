"""Logs of bin/serve stay small."""

import subprocess
from pathlib import Path

BIN = Path(__file__).resolve().parents[4] / "bin"


def rotate(folder):
    subprocess.run([BIN / "rotate-logs", folder, "1"], check=True)


def test_a_large_log_begins_again_and_its_last_parts_stay(tmp_path):
    log = tmp_path / "access.log"
    with log.open("a") as writer:  # as gunicorn and the shell keep it open
        for number in range(6):
            writer.write(f"{number}" * 1_100_000)
            writer.flush()
            rotate(tmp_path)
            assert log.stat().st_size == 0
        writer.write("now")
    assert log.read_text() == "now"
    parts = sorted(tmp_path.glob("access.log.*"))
    assert [each.read_text()[0] for each in parts] == ["5", "4", "3", "2"]


def test_a_small_log_is_left_alone(tmp_path):
    (tmp_path / "worker.log").write_text("few")
    rotate(tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["worker.log"]


def test_a_folder_without_logs(tmp_path):
    rotate(tmp_path)
    assert not list(tmp_path.iterdir())
