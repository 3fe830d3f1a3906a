"""How gunicorn serves the site: `gunicorn --config python:deckbuilder.gunicorn_conf deckbuilder.wsgi`.

The address comes from --bind, or from systemd's socket.
"""

import os
import shutil
import tempfile
from typing import Any

# Request metrics of all processes are added up from files in this folder; prometheus_client reads the name when it is
# imported, so it stands here before anything else is.
own_folder = "" if "PROMETHEUS_MULTIPROC_DIR" in os.environ else tempfile.mkdtemp(prefix="deckbuilder-metrics-")
if own_folder:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = own_folder
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deckbuilder.settings")

from deckbuilder import settings  # noqa: E402

workers = settings.WEB_WORKERS
threads = settings.WEB_THREADS
worker_class = "deckbuilder.gunicorn_worker.Worker"
graceful_timeout = 30
keepalive = 5
limit_request_line = 8190
control_socket_disable = True
loglevel = "warning"
logger_class = "deckbuilder.common.http.access_log.Log"
accesslog = "-"


def child_exit(server: Any, worker: Any) -> None:
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)


def on_exit(server: Any) -> None:
    if own_folder:
        shutil.rmtree(own_folder, ignore_errors=True)
