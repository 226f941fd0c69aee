"""Runs deploy/ray/app.py on this machine.

A line of JSON on stdin is a command; its answer is a line that begins with @. PYTHONPATH names deploy/ray, for the replicas too.
"""

import contextlib
import json
import os
import signal
import sys
import time

import app
import ray
from ray import serve
from ray.serve.context import _get_global_client



def pids() -> list[int]:
    """Processes of the replicas that answer."""
    details = _get_global_client().get_serve_details()["applications"]["default"]
    replicas = details["deployments"]["Engine"]["replicas"]
    return sorted(replica["pid"] for replica in replicas if replica["state"] == "RUNNING")


def run(settings: dict) -> None:
    serve.run(app.llama_cpp(app.Settings(**settings)))
    # One that goes is still listed for a moment.
    while len(pids()) != settings["replicas"]:
        time.sleep(0.1)


def kill(count: int) -> None:
    for pid in pids()[:count]:
        # One that is dead already is still listed for a moment.
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def answer(value: object) -> None:
    print("@" + json.dumps(value), flush=True)


ray.init(num_cpus=8, include_dashboard=False, log_to_driver=False, logging_level="error")
serve.start(http_options={"host": "127.0.0.1", "port": int(sys.argv[1])}, logging_config={"log_level": "ERROR"})
answer("ready")
for line in sys.stdin:
    command = json.loads(line)
    if "run" in command:
        run(command["run"])
    if "kill" in command:
        kill(command["kill"])
    answer(pids())
serve.shutdown()
ray.shutdown()
