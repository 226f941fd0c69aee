import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';

export interface PlayerState {
  audio: RefObject<HTMLAudioElement | null>;
  /** URL of the audio; null until the file is read. */
  source: string | null;
  seconds: number;
  /** Seconds of the recording. */
  length: number;
  isPlaying: boolean;
  /** Why it cannot be played, as a sentence. */
  problem: string | null;
  toggle: () => void;
  seek: (seconds: number) => void;
}

/** Plays a stored recording from the second that `?t=` in the URL names. */
export function usePlayer(id: string, knownSeconds: number): PlayerState {
  const session = useSession(TranscriptionSession);
  const audio = useRef<HTMLAudioElement | null>(null);
  const asked = Number(new URLSearchParams(useSearch()).get('t') ?? Number.NaN);
  const [source, setSource] = useState<string | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let url: string | null = null;
    let isGone = false;
    session.transcripts.file(id).then((file) => {
      if (!file || isGone) return;
      url = URL.createObjectURL(file);
      setSource(url);
    }, reportError);
    return () => {
      isGone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [session, id]);

  useEffect(() => {
    const element = audio.current;
    if (!element || !source) return;
    const showTime = () => setSeconds(element.currentTime);
    const play = () => setPlaying(true);
    const pause = () => setPlaying(false);
    const fail = () => setProblem(transcribeText.cannotPlay);
    element.addEventListener('timeupdate', showTime);
    element.addEventListener('seeked', showTime);
    element.addEventListener('play', play);
    element.addEventListener('pause', pause);
    element.addEventListener('error', fail);
    return () => {
      element.removeEventListener('timeupdate', showTime);
      element.removeEventListener('seeked', showTime);
      element.removeEventListener('play', play);
      element.removeEventListener('pause', pause);
      element.removeEventListener('error', fail);
    };
  }, [source]);

  const seek = useCallback((to: number) => {
    const element = audio.current;
    if (!element) return;
    element.currentTime = Math.max(0, to);
    setSeconds(Math.max(0, to));
  }, []);

  useEffect(() => {
    if (source && Number.isFinite(asked)) seek(asked);
  }, [source, asked, seek]);

  const toggle = useCallback(() => {
    const element = audio.current;
    if (!element) return;
    if (element.paused) element.play().catch(() => {});
    else element.pause();
  }, []);

  return { audio, source, seconds, length: knownSeconds, isPlaying, problem, toggle, seek };
}
