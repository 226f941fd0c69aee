import { appPath } from '#contract/app-path.ts';

export const CHAT_COMPLETIONS_PATH = appPath('/v1/chat/completions');

/** The body of the call, both shown and sent. */
export function firstCallBody(model: string, question: string): object {
  return { model, messages: [{ role: 'user', content: question }] };
}

/** The call as code for any page of this site. `key`: null before there is one. */
export function firstCallCode(key: string | null, model: string, question: string): string {
  const [id, content] = [model, question].map(quoted);
  return `const response = await fetch('${CHAT_COMPLETIONS_PATH}', {
  method: 'POST',
  headers: {
    authorization: 'Bearer ${key ?? 'alc_…'}',
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    model: ${id},
    messages: [{ role: 'user', content: ${content} }],
  }),
});
const { choices } = await response.json();
console.log(choices[0].message.content);
`;
}

/** A string in single quotes, like every other one in the sample. */
function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
