import { isOtherLanguage } from '#base/other-language.ts';
import { isEnglishOnly } from '#catalog/model-card.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { chatText } from '#ui/messages/chat.ts';
import { GeneralModel } from '#ui/model-offer/general-model.tsx';
import { useHost } from '#ui/state/models.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './composer.module.css';

const understandsMore = (model: { languages: readonly string[] }) => !isEnglishOnly(model);

/** Says while a message is written that its model does not understand the language, and offers one that may. */
export function EnglishOnlyNote() {
  const chat = useConversation();
  const id = useChat((state) => state.row.settings.model);
  const isOther = useChat(({ text }) => isOtherLanguage(text));
  const model = useHost(({ models }) => models.find((other) => other.id === id));
  if (!isOther || !model || !isEnglishOnly(model)) return null;
  return (
    <div className={styles['note']} role="status">
      <span>{chatText.englishOnly(model.title)}</span>
      <GeneralModel
        task="chat"
        accepts={understandsMore}
        onUse={(chosen) =>
          reportFailure(chatText.settingNotSaved, chat.changeSettings({ model: chosen }))
        }
      />
    </div>
  );
}
