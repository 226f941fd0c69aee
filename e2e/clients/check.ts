export function check(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** What a test needs of the page: a key, and a second of a tone as a file. */
export interface Setting {
  key: string;
  tone: () => File;
}

export type Test = (setting: Setting) => Promise<void>;

export const baseURL = `${location.origin}/v1`;

/** A message that has a scripted model answer exactly this. */
export const script = (spec: object) => `#script ${JSON.stringify(spec)}`;

export const callsWeather = script({
  tool_calls: [{ name: 'get_weather', arguments: { city: 'Bern' } }],
});
