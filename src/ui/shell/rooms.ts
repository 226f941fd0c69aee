import { AudioLines, Code, MessageSquare, Settings, Waypoints } from 'lucide-react';

/** The rooms in the order of the rail; a letter after `G` opens each. */
export const ROOMS = [
  { path: '/chat', name: 'Chat', icon: MessageSquare, letter: 'c' },
  { path: '/transcribe', name: 'Transcribe', icon: AudioLines, letter: 't' },
  { path: '/embeddings', name: 'Embeddings', icon: Waypoints, letter: 'e' },
  { path: '/developer', name: 'Developer', icon: Code, letter: 'd' },
  { path: '/settings', name: 'Settings', icon: Settings, letter: 's' },
] as const;

/** Whether an address lies in the room at `path`: the bare origin is the chat. */
export function isInRoom(address: string, path: string): boolean {
  return (address === '/' ? '/chat' : address).startsWith(path);
}
