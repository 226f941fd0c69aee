"""python clients.py <origin>: stock clients as a program outside the browser uses them."""

import base64
import json
import os
import sys
import time
import wave

import anthropic
import litellm
import openai
from langchain_openai import ChatOpenAI, OpenAIEmbeddings

origin = sys.argv[1]
key = os.environ["ALCOVE_API_KEY"]
model = "alcove-guide"
ask = [{"role": "user", "content": "What can you do?"}]
parameters = {"type": "object", "properties": {"city": {"type": "string", "maxLength": 16}}, "required": ["city"]}
function = {"name": "get_weather", "parameters": parameters}
client = openai.OpenAI(
    base_url=f"{origin}/v1", websocket_base_url=f"{origin.replace('http', 'ws')}/v1", api_key=key
)
claude = anthropic.Anthropic(base_url=origin, api_key=key)


def chat():
    return client.chat.completions.create(model=model, messages=ask).choices[0].message.content


def stream():
    pieces = client.chat.completions.create(model=model, messages=ask, stream=True)
    return "".join(piece.choices[0].delta.content or "" for piece in pieces if piece.choices)


def tools():
    answer = client.chat.completions.create(
        model=model,
        messages=ask,
        tools=[{"type": "function", "function": function}],
        tool_choice="required",
        max_tokens=60,
    )
    call = answer.choices[0].message.tool_calls[0].function
    return json.loads(call.arguments)["city"] is not None and call.name


def schema():
    wanted = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": False}
    response_format = {"type": "json_schema", "json_schema": {"name": "count", "strict": True, "schema": wanted}}
    answer = client.chat.completions.create(model=model, messages=ask, response_format=response_format)
    return str(json.loads(answer.choices[0].message.content)["n"])


def embeddings():
    return len(client.embeddings.create(model="alcove-embed", input=["a", "b"]).data) == 2 and "ok"


def transcription():
    with open("../../data/jackson.wav", "rb") as file:
        return client.audio.transcriptions.create(model="alcove-whisper", file=file).text


def speech():
    body = {"model": "alcove-voice", "voice": "alloy", "input": "Hello.", "response_format": "pcm"}
    with client.audio.speech.with_streaming_response.create(**body) as answer:
        return sum(len(part) for part in answer.iter_bytes()) > 9_600 and "sound"


def realtime():
    with wave.open("../../data/jackson.wav") as file:
        rate, sound = file.getframerate(), file.readframes(file.getnframes())
    sides = {"format": {"type": "audio/pcm", "rate": rate}, "turn_detection": None}
    with client.realtime.connect(model="alcove-whisper") as session:
        session.session.update(session={"type": "transcription", "audio": {"input": sides}})
        session.input_audio_buffer.append(audio=base64.b64encode(sound).decode())
        session.input_audio_buffer.commit()
        for event in session:
            if event.type.endswith("transcription.completed"):
                return event.transcript


def messages():
    return claude.messages.create(model=model, max_tokens=100, messages=ask).content[0].text


def messages_stream():
    with claude.messages.stream(model=model, max_tokens=100, messages=ask) as events:
        return events.get_final_text()


def messages_error():
    try:
        claude.messages.create(model="unknown", max_tokens=1, messages=ask)
    except anthropic.NotFoundError as error:
        return error.message


def lite():
    options = {"api_base": f"{origin}/v1", "api_key": key}
    answer = litellm.completion(model=f"openai/{model}", messages=ask, **options)
    return answer.choices[0].message.content


def lite_stream():
    options = {"api_base": f"{origin}/v1", "api_key": key}
    pieces = litellm.completion(model=f"openai/{model}", messages=ask, stream=True, **options)
    return "".join(piece.choices[0].delta.content or "" for piece in pieces)


def lite_anthropic():
    options = {"api_base": origin, "api_key": key, "max_tokens": 100}
    answer = litellm.completion(model=f"anthropic/{model}", messages=ask, **options)
    return answer.choices[0].message.content


def langchain():
    return ChatOpenAI(model=model, base_url=f"{origin}/v1", api_key=key).invoke("Hello").content


def langchain_embeddings():
    embed = OpenAIEmbeddings(
        model="alcove-embed", base_url=f"{origin}/v1", api_key=key, check_embedding_ctx_length=False
    )
    return len(embed.embed_documents(["a", "b"])) == 2 and "ok"


def batch():
    requests = [
        {"custom_id": str(i), "method": "POST", "url": "/v1/chat/completions", "body": {"model": model, "messages": ask}}
        for i in range(3)
    ]
    data = "\n".join(json.dumps(request) for request in requests).encode()
    file = client.files.create(file=("requests.jsonl", data), purpose="batch")
    made = client.batches.create(input_file_id=file.id, endpoint="/v1/chat/completions", completion_window="24h")
    while made.status in ("validating", "in_progress", "finalizing"):
        time.sleep(0.2)
        made = client.batches.retrieve(made.id)
    answers = [json.loads(line) for line in client.files.content(made.output_file_id).text.splitlines()]
    listed = [one.id for one in client.files.list(limit=1)]
    deleted = client.files.delete(file.id).deleted
    text = answers[2]["response"]["body"]["choices"][0]["message"]["content"]
    return made.request_counts.completed == 3 and made.output_file_id in listed and deleted and text


def vector_stores():
    store = client.vector_stores.create(name="House")
    rules = b"The laundry room is open on Fridays. Bicycles are stored in the yard."
    added = client.vector_stores.files.upload_and_poll(vector_store_id=store.id, file=("rules.txt", rules))
    found = client.vector_stores.search(store.id, query="When is the laundry room open?")
    text = found.data[0].content[0].text
    deleted = client.vector_stores.delete(store.id).deleted
    return added.status == "completed" and deleted and "laundry" in text and text


checks = {
    "openai: chat": chat,
    "openai: chat, streamed": stream,
    "openai: tools": tools,
    "openai: JSON schema": schema,
    "openai: embeddings": embeddings,
    "openai: transcription": transcription,
    "openai: speech, streamed": speech,
    "openai: files and batches": batch,
    "openai: vector stores": vector_stores,
    "openai: Realtime, over a WebSocket": realtime,
    "anthropic: message": messages,
    "anthropic: stream": messages_stream,
    "anthropic: error": messages_error,
    "litellm: openai": lite,
    "litellm: openai, streamed": lite_stream,
    "litellm: anthropic": lite_anthropic,
    "LangChain: ChatOpenAI": langchain,
    "LangChain: OpenAIEmbeddings": langchain_embeddings,
}
failed = 0
for name, check in checks.items():
    try:
        outcome = check()
    except Exception as error:  # noqa: BLE001
        outcome, failed = None, failed + 1
        print(f"\u2717 {name}: {error!r}")
    else:
        failed += 0 if outcome else 1
        print(f"{chr(0x2713) if outcome else chr(0x2717)} {name}")
sys.exit(1 if failed else 0)
