import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { useServices } from '#ui/services.ts';
import { transcriptsOf } from '#ui/transcribe/session/room.ts';

export interface PlayerState {
  audio: RefObject<HTMLAudioElement | null>;
  /** Address of the sound; null until it is read. */
  source: string | null;
  seconds: number;
  /** What the player knows of the length; falls back to the recording's. */
  length: number;
  isPlaying: boolean;
  /** Why it cannot be played, in words. */
  problem: string | null;
  toggle: () => void;
  seek: (seconds: number) => void;
}

/** Plays a stored recording; `?t=` in the address says where to begin. */
export function usePlayer(id: string, knownSeconds: number): PlayerState {
  const services = useServices();
  const audio = useRef<HTMLAudioElement | null>(null);
  const asked = Number(new URLSearchParams(useSearch()).get('t') ?? Number.NaN);
  const [source, setSource] = useState<string | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let url: string | null = null;
    let isGone = false;
    transcriptsOf(services)
      .file(id)
      .then((file) => {
        if (!file || isGone) return;
        url = URL.createObjectURL(file);
        setSource(url);
      }, reportError);
    return () => {
      isGone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [services, id]);

  useEffect(() => {
    const element = audio.current;
    if (!element || !source) return;
    const tell = () => setSeconds(element.currentTime);
    const play = () => setPlaying(true);
    const pause = () => setPlaying(false);
    const fail = () =>
      setProblem('This browser cannot play the file; its words are here all the same.');
    element.addEventListener('timeupdate', tell);
    element.addEventListener('seeked', tell);
    element.addEventListener('play', play);
    element.addEventListener('pause', pause);
    element.addEventListener('error', fail);
    return () => {
      element.removeEventListener('timeupdate', tell);
      element.removeEventListener('seeked', tell);
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
