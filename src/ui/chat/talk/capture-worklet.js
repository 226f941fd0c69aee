// Runs on the audio thread: passes the sound of the microphone to the page, 128 samples at a time.
class Capture extends AudioWorkletProcessor {
  process([[channel]]) {
    if (channel) this.port.postMessage(channel.slice());
    return true;
  }
}

registerProcessor('alcove-capture', Capture);
