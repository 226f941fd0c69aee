"""Speech with word times from libespeak-ng, through its C interface."""

import ctypes as c
from pathlib import Path

import numpy as np

_RETRIEVAL = 1  # AUDIO_OUTPUT_RETRIEVAL: samples come to the callback, nothing is played
_LIST_END, _WORD, _END = 0, 1, 5
_CHARS_UTF8 = 1


class _Event(c.Structure):
    class _Id(c.Union):
        _fields_ = [("number", c.c_int), ("name", c.c_char_p), ("string", c.c_char * 8)]

    _fields_ = [
        ("type", c.c_int),
        ("unique_identifier", c.c_uint),
        ("text_position", c.c_int),
        ("length", c.c_int),
        ("audio_position", c.c_int),  # milliseconds
        ("sample", c.c_int),
        ("user_data", c.c_void_p),
        ("id", _Id),
    ]


class Espeak:
    """One synthesiser. `say` gives mono float32 samples at `rate` Hz and a start second per word."""

    def __init__(self, data: Path) -> None:
        """`data`: the folder that holds `espeak-ng-data`."""
        self._lib = c.CDLL("libespeak-ng.so.1")
        self.rate = self._lib.espeak_Initialize(_RETRIEVAL, 0, str(data).encode(), 0)
        self._samples: list[np.ndarray] = []
        self._starts: list[float] = []
        kind = c.CFUNCTYPE(c.c_int, c.POINTER(c.c_short), c.c_int, c.POINTER(_Event))
        self._callback = kind(self._on_audio)  # referenced, so that it is not garbage-collected while the library uses it
        self._lib.espeak_SetSynthCallback(self._callback)

    def _on_audio(self, wav, count, events) -> int:
        if count > 0:
            self._samples.append(np.ctypeslib.as_array(wav, (count,)).copy())
        i = 0
        while events[i].type != _LIST_END:
            if events[i].type == _WORD:
                self._starts.append(events[i].audio_position / 1000.0)
            i += 1
        return 0

    def say(self, text: str, voice: str, words_per_minute: int = 160, pitch: int = 50) -> tuple[np.ndarray, list[float]]:
        self._samples, self._starts = [], []
        self._lib.espeak_SetVoiceByName(voice.encode())
        self._lib.espeak_SetParameter(1, words_per_minute, 0)
        self._lib.espeak_SetParameter(3, pitch, 0)
        data = text.encode() + b"\0"
        self._lib.espeak_Synth(data, c.c_size_t(len(data)), c.c_uint(0), c.c_int(0), c.c_uint(0), c.c_uint(_CHARS_UTF8), None, None)
        self._lib.espeak_Synchronize()
        audio = np.concatenate(self._samples) if self._samples else np.zeros(0, np.int16)
        return audio.astype(np.float32) / 32768.0, self._starts
