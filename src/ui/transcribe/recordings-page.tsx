import { useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { DropZone } from '#ui/kit/drop-zone.tsx';
import { droppedFiles } from '#ui/kit/dropped-files.ts';
import { Field } from '#ui/kit/field.tsx';
import { itemPath } from '#ui/kit/item-path.ts';
import page from '#ui/kit/page.module.css';
import { summaryText } from '#ui/messages/dictionary.ts';
import { foldersText } from '#ui/messages/folders.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { useSession } from '#ui/services.ts';
import { useHost } from '#ui/state/models.ts';
import { writePreferences } from '#ui/state/preferences.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { offerFiles } from '#ui/state/transfers.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { defaultOptions, isExport, isSound } from '#ui/transcribe/session/add-files.ts';
import { addSample } from '#ui/transcribe/session/add-sample.ts';
import { RecordingFolders } from '#ui/transcribe/session/recording-folders.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { AddRecordings } from './add-recordings.tsx';
import { FirstDownload } from './first-download.tsx';
import { FollowedFolders } from './followed-folders.tsx';
import { RecordingBar } from './recording-bar.tsx';
import { RecordingList } from './recording-list.tsx';
import { SearchResults } from './search-results.tsx';
import styles from './transcribe.module.css';
import { TranscriptionFields } from './transcription-fields.tsx';

/** Adds recordings and lists those that are or were transcribed. */
export function RecordingsPage() {
  const session = useSession(TranscriptionSession);
  const [options, setOptions] = useState(defaultOptions);
  const [text, setText] = useState('');
  const list = useWatched(() => session.transcripts.list(), 'recordings');
  const model = useHost((state) => state.models.find((m) => m.id === options.model));
  const [, go] = useLocation();
  const add = (files: readonly File[]) => {
    // Transcripts and exports are imported.
    offerFiles(files.filter(isExport));
    const sound = files.filter((file) => !isExport(file));
    if (sound.length > 0) reportFailure(transcribeText.notAdded, session.add(sound, options));
  };
  const folders = useSession(RecordingFolders);
  const follow = (folder: Promise<FileSystemDirectoryHandle>) => {
    const following = folder.then(
      (handle) => folders.addFolder(handle, options),
      (error) => {
        // The person closed the browser's dialog.
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      },
    );
    reportFailure(foldersText.notFollowed, following);
  };
  const openSample = () => {
    const opened = addSample(session, options).then((id) => go(itemPath('/transcribe', id)));
    reportFailure(transcribeText.sampleNotAdded, opened);
  };
  const isEmpty = list?.length === 0;
  const choose = (id: string) => {
    writePreferences({ speechModel: id });
    setOptions({ ...options, model: id, language: null, translate: false });
  };
  return (
    <DropZone
      className={styles['page']}
      overClassName={page['over']}
      data-drop={transcribeText.dropNow}
      onFiles={(_, data) => droppedFiles(data, isSound).then(add, reportError)}
    >
      <PageHeader
        title={transcribeText.title}
        model={{
          label: transcribeText.modelLabel,
          tasks: ['speech'],
          value: options.model,
          onChange: choose,
        }}
      />
      <div className={page['page']}>
        {isEmpty && <p className={page['lead']}>{transcribeText.lead}</p>}
        <RecordingBar />
        <BlockedNote />
        {list && (
          <AddRecordings
            onFiles={add}
            onFolder={follow}
            onSample={openSample}
            chosen={options}
            isToolbar={!isEmpty}
            options={<TranscriptionFields options={options} onChange={setOptions} />}
            isChosen={
              options.language !== null ||
              options.translate ||
              options.speakerCount !== undefined ||
              options.vocabulary !== undefined
            }
            notes={
              <>
                {isEmpty && model && (
                  <p className={styles['model']}>
                    {transcribeText.model(model.title, summaryText(model.summary))}
                  </p>
                )}
                <FirstDownload model={options.model} />
              </>
            }
          >
            {!isEmpty && (
              <Field
                className={styles['search']}
                type="search"
                label={transcribeText.searchTranscripts}
                isLabelHidden
                placeholder={transcribeText.searchTranscripts}
                dir="auto"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </AddRecordings>
        )}
        <FollowedFolders />
        {list && list.length > 0 && text.trim() === '' && <RecordingList list={list} />}
        {text.trim() !== '' && <SearchResults text={text} />}
      </div>
    </DropZone>
  );
}

/** Recordings wait for another tab that is frozen or hangs: this one can take over. */
function BlockedNote() {
  const session = useSession(TranscriptionSession);
  const isBlocked = useStore(session.state, (state) => state.isBlocked);
  if (!isBlocked) return null;
  return (
    <p className={controls['row']} role="status">
      <span>{transcribeText.otherTabSilent}</span>
      <Button
        size="small"
        onClick={() => reportFailure(transcribeText.notTakenOver, session.takeOver())}
      >
        {transcribeText.transcribeHere}
      </Button>
    </p>
  );
}
