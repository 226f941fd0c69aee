"""A model behind one OpenAI-compatible address, answered by as many replicas as you ask for.

On CPUs, with llama.cpp's server in each replica (runs anywhere):
    serve run app:llama_cpp model=/models/qwen2.5-0.5b-instruct-q4_k_m.gguf replicas=2
On GPUs, with Ray Serve LLM and vLLM:
    serve run app:vllm model=Qwen/Qwen2.5-7B-Instruct replicas=2
Both answer at http://localhost:8000/v1. Run the command again with another number to have more or fewer replicas.
"""

import asyncio
import shlex
import shutil
import socket
import subprocess

import httpx
from fastapi import FastAPI, Request
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import StreamingResponse
from pydantic import BaseModel
from ray import serve
from ray.serve import Application


class Settings(BaseModel):
    """Arguments of `serve run`, as `name=value`."""

    model: str
    #: The name clients ask for.
    name: str = "qwen"
    replicas: int = 2
    #: Requests that one replica answers at a time.
    parallel: int = 4
    #: CPUs that Ray reserves for a replica, and threads of its engine.
    cpus: float = 1
    #: Tokens of prompt and answer of one request.
    context: int = 4096
    #: Origins whose pages may read answers, separated by commas.
    origins: str = "*"
    #: llama.cpp's server, with options of its own.
    server: str = "llama-server"


def llama_cpp(settings: Settings) -> Application:
    api = FastAPI()
    api.add_middleware(
        CORSMiddleware,
        allow_origins=settings.origins.split(","),
        allow_methods=["*"],
        allow_headers=["*"],
    )

    @serve.deployment(
        num_replicas=settings.replicas,
        max_ongoing_requests=settings.parallel,
        health_check_period_s=2,
        ray_actor_options={"num_cpus": settings.cpus},
    )
    @serve.ingress(api)
    class Engine:
        async def __init__(self) -> None:
            port = free_port()
            self.process = subprocess.Popen(command(settings, port))
            self.client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=None)
            while not await self.is_ready():
                await asyncio.sleep(0.2)

        async def is_ready(self) -> bool:
            self.check_health()
            try:
                return (await self.client.get("/health")).status_code == 200
            except httpx.TransportError:
                return False

        def check_health(self) -> None:
            """Ray replaces a replica that raises here."""
            if self.process.poll() is not None:
                raise RuntimeError(f"The engine ended with status {self.process.returncode}.")

        @api.api_route("/v1/{path:path}", methods=["GET", "POST"])
        async def forward(self, path: str, request: Request) -> StreamingResponse:
            call = self.client.build_request(
                request.method,
                f"/v1/{path}",
                content=await request.body(),
                headers={"content-type": request.headers.get("content-type", "application/json")},
            )
            answer = await self.client.send(call, stream=True)
            headers = {"content-type": answer.headers.get("content-type", "application/json")}
            return StreamingResponse(relay(answer), answer.status_code, headers)

        def __del__(self) -> None:
            self.process.terminate()

    return Engine.bind()


async def relay(answer: httpx.Response):
    """The bytes of an answer; the engine stops generating when the client disconnects."""
    try:
        async for chunk in answer.aiter_raw():
            yield chunk
    finally:
        await answer.aclose()


def command(settings: Settings, port: int) -> list[str]:
    # A replica that is killed takes its engine with it, where the system can do that (Linux).
    tied = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
    options = {
        "--host": "127.0.0.1",
        "--port": port,
        "--model": settings.model,
        "--alias": settings.name,
        "--parallel": settings.parallel,
        # Shared by the requests that run at a time.
        "--ctx-size": settings.context * settings.parallel,
        "--threads": max(1, round(settings.cpus)),
    }
    given = [str(part) for pair in options.items() for part in pair]
    return [*tied, *shlex.split(settings.server), *given]


def free_port() -> int:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return unused.getsockname()[1]


def vllm(settings: Settings) -> Application:
    from ray.serve.llm import LLMConfig, build_openai_app

    config = LLMConfig(
        model_loading_config={"model_id": settings.name, "model_source": settings.model},
        deployment_config={
            "num_replicas": settings.replicas,
            "max_ongoing_requests": settings.parallel,
        },
        engine_kwargs={"max_model_len": settings.context},
    )
    return build_openai_app({"llm_configs": [config]})
