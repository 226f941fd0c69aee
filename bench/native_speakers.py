"""Who speaks when, by the package that the weights of alcove-speakers come from, as native code.

    python native_speakers.py FILE.wav…      needs moonshine-voice==0.1.0

Prints JSON: for each file (16 kHz, mono, 16 bits) its turns as [speaker, start, end] in seconds, and the processor seconds of
all that the package does, which transcribes as well.
"""

import array
import json
import sys
import time
import wave
from pathlib import Path

from moonshine_voice import ModelArch, Transcriber, get_assets_path


def turns_of(path):
    with wave.open(path) as file:
        samples = array.array("h", file.readframes(file.getnframes()))
    transcriber = Transcriber(
        model_path=str(Path(get_assets_path()) / "tiny-en"),
        model_arch=ModelArch.TINY,
        options={"identify_speakers": "true"},
    )
    before = time.process_time()
    audio = [sample / 32_768 for sample in samples]
    transcript = transcriber.transcribe_without_streaming(audio, 16_000)
    seconds = time.process_time() - before
    transcriber.close()
    spans = [span for line in transcript.lines for span in line.speaker_spans or []]
    turns = [[s.speaker_index, s.start_time, s.start_time + s.duration] for s in spans]
    return {"turns": turns, "cpu": seconds}


print(json.dumps([turns_of(path) for path in sys.argv[1:]]))
