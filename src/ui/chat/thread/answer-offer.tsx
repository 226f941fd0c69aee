import type { ModelView } from '#contract/model-view.ts';
import type { Message } from '#storage/chat-records.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { formatBytes, formatCount } from '#ui/kit/format.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { modelsText } from '#ui/messages/models.ts';
import { browserModelText } from '#ui/messages/models-page.ts';
import type { Offer } from '#ui/model-offer/choose-offer.ts';
import { GeneralModel } from '#ui/model-offer/general-model.tsx';
import { useOffer } from '#ui/model-offer/use-offer.ts';
import { useSpeed } from '#ui/model-offer/use-speed.ts';
import { reportFailure } from '#ui/state/toasts.ts';

const knowsMore = ({ languages }: { languages: readonly string[] }) => languages.join() !== 'en';
const any = () => true;

/** Where Guide cannot answer: a model that can, which is downloaded where it has to be and then answers by itself. */
export function AnswerOffer({ message }: { message: Message }) {
  const chat = useConversation();
  const accepts = message.notice === 'language' ? knowsMore : any;
  const { browser, download } = useOffer('chat', accepts);
  // Perhaps another model than the one offered now: its download has failed, or the server has one.
  const awaited = useChat((state) => message.parentId && state.awaited[message.parentId]);
  const answer = (model: string) =>
    reportFailure(chatThreadText.notAnswered, chat.answerWith(message, model));
  return (
    <>
      {browser && <span>{describeBrowsers(awaited === browser.id)}</span>}
      {download && <Facts download={download} isAwaited={awaited === download.model.id} />}
      <GeneralModel
        task="chat"
        accepts={accepts}
        labels={chatThreadText}
        onUse={answer}
        onDownload={answer}
      />
    </>
  );
}

/** What the browser's own model costs, or that it will answer. */
function describeBrowsers(isAwaited: boolean): string {
  const { title } = browserModelText;
  if (isAwaited) return chatThreadText.answersWhenReady(title);
  return chatThreadText.canTry(title, chatThreadText.browserCosts);
}

interface FactsProps {
  download: NonNullable<Offer['download']>;
  isAwaited: boolean;
}

/** What the model costs and how fast it is likely to be here, or that it will answer. */
function Facts({ download, isAwaited }: FactsProps) {
  const speed = useSpeed();
  const { model, isMeasured, state } = download;
  if (isAwaited && state.kind !== 'failed') {
    return <span>{chatThreadText.answersWhenReady(model.title)}</span>;
  }
  const rate = speed({ model, entry: download });
  return <span>{chatThreadText.canTry(model.title, facts(model, isMeasured, rate))}</span>;
}

function facts({ downloadBytes }: ModelView, isMeasured: boolean, rate: number | null): string {
  const bytes = formatBytes(downloadBytes);
  const speed = rate === null ? null : chatThreadText.speedHere(formatCount(Math.round(rate)));
  return [isMeasured ? bytes : modelsText.about(bytes), speed].filter(Boolean).join(', ');
}
