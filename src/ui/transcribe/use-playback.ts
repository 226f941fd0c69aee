import { useEffect, useMemo } from 'react';
import { useSearch } from 'wouter';
import { offerPlayer } from '#ui/state/player-keys.ts';
import { Playback } from '#ui/transcribe/session/playback.ts';

/** Playback of a recording from the second that `?t=` in the URL names, by the keys of the app, too. */
export function usePlayback(id: string): Playback {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another recording plays from its start
  const playback = useMemo(() => new Playback(), [id]);
  const asked = Number(new URLSearchParams(useSearch()).get('t') ?? Number.NaN);

  useEffect(() => {
    if (Number.isFinite(asked)) playback.seek(asked);
  }, [playback, asked]);

  useEffect(() => {
    const player = {
      toggle: () => playback.toggle(),
      skip: (seconds: number) => playback.skip(seconds),
    };
    const space = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const isControl = target instanceof Element && target.closest(CONTROLS) !== null;
      if (key !== ' ' || ctrlKey || metaKey || altKey || isControl) return;
      event.preventDefault();
      playback.toggle();
    };
    document.addEventListener('keydown', space);
    const withdraw = offerPlayer(player);
    return () => {
      withdraw();
      document.removeEventListener('keydown', space);
    };
  }, [playback]);
  return playback;
}

/** What Space means something else for. */
const CONTROLS = 'button, a, input, textarea, select, [role=textbox], dialog, [popover]';
