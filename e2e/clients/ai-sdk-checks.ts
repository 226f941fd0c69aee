import { generateText, type LanguageModel, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { callsWeather, check } from './check.ts';

/** A text and its usage, by whichever of the AI SDK's providers `model` is from. */
export async function checkText(model: LanguageModel): Promise<void> {
  const { text, usage } = await generateText({ model, prompt: 'Hello' });
  check(text.length > 0 && (usage.totalTokens ?? 0) > 0, text);
}

/** A streamed tool call, the tool's answer, and the text that follows from it. */
export async function checkTools(model: LanguageModel): Promise<void> {
  const result = streamText({
    model,
    prompt: callsWeather,
    stopWhen: stepCountIs(3),
    tools: {
      get_weather: tool({
        description: 'Weather of a city',
        inputSchema: z.object({ city: z.string() }),
        execute: async ({ city }) => `Sunny in ${city}`,
      }),
    },
  });
  let text = '';
  for await (const piece of result.textStream) text += piece;
  check(text.includes('Sunny in Bern'), text);
}
