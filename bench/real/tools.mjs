// Forty requests that each ask for one of ten functions (tool_choice: auto, greedy): how many answers are recognised as a call,
// and how many call the right function with the right words.
//   node bench/real/tools.mjs --hub=FOLDER --model=owner/name [--from=0] [--count=40]
import { openHubPage } from './open-hub-page.mjs';
import { isRightCall, QUESTIONS, TOOLS } from './tool-questions.mjs';

const option = (name, otherwise) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const model = option('model');
const from = Number(option('from', 0));
const asked = QUESTIONS.slice(from, from + Number(option('count', QUESTIONS.length)));
const { page, key, install, close } = await openHubPage(option('hub').split(','));
let [done, called, right] = [0, 0, 0];
try {
  await install(model);
  for (const one of asked) {
    const { question } = one;
    const { tool_calls: calls = [], content } = await ask(question);
    const [call] = calls;
    const isRight = isRightCall(call, one);
    done += 1;
    called += call ? 1 : 0;
    right += isRight ? 1 : 0;
    if (!isRight) console.log(JSON.stringify({ question, call: call?.function, content }));
  }
} finally {
  console.log(`${done} questions, ${called} recognised, ${right} right`);
  await close();
}
process.exit(0);

function ask(content) {
  return page.evaluate(
    async ([apiKey, body]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const { choices, error } = await (await fetch('/v1/chat/completions', init)).json();
      if (error) throw new Error(JSON.stringify(error));
      return choices[0].message;
    },
    [
      key,
      {
        model,
        messages: [{ role: 'user', content }],
        tools: TOOLS,
        tool_choice: 'auto',
        temperature: 0,
        max_tokens: 128,
      },
    ],
  );
}
