"""Who plays batches: this process, processes of this machine, or a Ray cluster. The results are the same."""

from __future__ import annotations

import itertools
import os
import signal
import socket
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import joblib  # type: ignore[import-untyped]

from eschaton.kernel.errors import BadSetup
from eschaton.lab.batches import Batch, BatchDone, play_batch

Players = Callable[[Sequence[Batch]], Iterator[BatchDone]]
IN_FLIGHT = 2  # batches that wait at each worker
WATCHING = "watches the parent"
PATIENCE = 10.0  # seconds to wait for a cluster to answer
LOCAL = "local"  # a cluster of one node, started for the study and ended with it


def locally(workers: int) -> Players:
    """Processes of this machine: so many, or one for each core if 0."""
    if workers < 0:
        raise BadSetup("workers: 0 (one for each core) or more")
    many = workers or os.cpu_count() or 1

    def play(batches: Sequence[Batch]) -> Iterator[BatchDone]:
        if many == 1 or len(batches) < 2:
            yield from map(play_batch, batches)
            return
        parallel = joblib.Parallel(
            min(many, len(batches)), return_as="generator_unordered", batch_size=1, max_nbytes=None
        )
        yield from parallel(joblib.delayed(play_for)(os.getpid(), batch) for batch in batches)

    return play


def play_for(parent: int, batch: Batch) -> BatchDone:
    """Play a batch for the process that runs the study; once that is gone, however it ended, so is this one."""
    if not any(thread.name == WATCHING for thread in threading.enumerate()):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the parent
        threading.Thread(target=leave_with, args=(parent,), name=WATCHING, daemon=True).start()
    return play_batch(batch)


def leave_with(parent: int) -> None:
    """End this process when its parent has ended; without a word, since nobody is left to hear it."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


def on_cluster(address: str, workers: int) -> Players:
    """The nodes of a Ray cluster at an address; `local` starts one on this machine with so many processes."""

    def play(batches: Sequence[Batch]) -> Iterator[BatchDone]:
        if not batches:
            return
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told of this
        import ray

        require_listener(address)
        try:
            ray.init(**joining(address, workers))
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise BadSetup(f"cluster: {address}: {error}") from None
        try:
            yield from played_by(ray, batches)
        finally:
            ray.shutdown()

    return play


def require_listener(address: str) -> None:
    """Refuse an address at which nobody listens; Ray itself would go on trying for minutes."""
    place = urllib.parse.urlsplit(address if "://" in address else f"//{address}")
    try:
        if place.hostname and place.port:
            socket.create_connection((place.hostname, place.port), timeout=PATIENCE).close()
    except (OSError, ValueError) as error:
        raise BadSetup(f"cluster: {address}: {error}") from None


def joining(address: str, workers: int) -> dict[str, Any]:
    """How to join a cluster, or to begin one that only this machine can reach."""
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": True}
    if address != LOCAL:
        return {"address": address, **quiet}
    begun: dict[str, Any] = {"num_cpus": workers or os.cpu_count() or 1, "include_dashboard": False}
    return {"address": LOCAL, "_node_ip_address": "127.0.0.1", **begun, **quiet}


def played_by(ray: Any, batches: Sequence[Batch]) -> Iterator[BatchDone]:
    """The batches as the nodes finish them; a batch whose node is lost is played again."""
    play = ray.remote(max_retries=5)(play_batch)
    most = max(1, IN_FLIGHT * int(ray.cluster_resources().get("CPU", 1)))
    waiting = iter(batches)
    flying = [play.remote(batch) for batch in itertools.islice(waiting, most)]
    while flying:
        done, flying = ray.wait(flying, num_returns=1)
        yield ray.get(done[0])
        batch = next(waiting, None)
        if batch is not None:
            flying.append(play.remote(batch))
