import { useEffect, useRef } from 'react';
import type { ModelView } from '#contract/model-view.ts';
import { Button } from '#ui/kit/button.tsx';
import { formatBytes } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { modelsText } from '#ui/messages/models.ts';
import { useServices } from '#ui/services.ts';
import { beginDownload } from '#ui/state/catalog.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { BrowserDownload } from './browser-download.tsx';
import { DownloadProblem } from './download-problem.tsx';
import { useOffer } from './use-offer.ts';

interface GeneralModelProps {
  task: ModelView['task'];
  /** What the model must be able to do besides. */
  accepts?: (model: ModelView) => boolean;
  /** Called when a person chooses a model that is there, or when the one they downloaded is. */
  onUse: (id: string) => void;
  /** Called when a download begins, where someone else waits for it, seen or not. */
  onDownload?: (id: string) => void;
  /** What the buttons say where they do more than get a model. */
  labels?: {
    answerWith: (model: string) => string;
    downloadAndAnswer: string;
    resumeAndAnswer: string;
  };
}

/** One button that gets a person a model that can: use the one there is, or let the browser or the app download one. */
export function GeneralModel(props: GeneralModelProps) {
  const { task, accepts, onUse, onDownload, labels } = props;
  const { control } = useServices();
  const { usable, browser, download } = useOffer(task, accepts);
  const wanted = useRef<string | null>(null);
  const use = useRef(onUse);
  use.current = onUse;
  const isThere = usable !== null && wanted.current === usable.id;
  useEffect(() => {
    if (!isThere || wanted.current === null) return;
    use.current(wanted.current);
    wanted.current = null;
  }, [isThere]);

  if (usable) {
    return (
      <Button size="small" onClick={() => onUse(usable.id)}>
        {(labels?.answerWith ?? modelsText.use)(usable.title)}
      </Button>
    );
  }
  const begin = (id: string) => {
    if (onDownload) onDownload(id);
    else wanted.current = id;
  };
  if (browser) {
    return <BrowserDownload label={labels?.downloadAndAnswer} onStart={() => begin(browser.id)} />;
  }
  if (!download) return null;
  const { model, state, isMeasured } = download;
  if (state.kind === 'downloading' || state.kind === 'queued') {
    return (
      <Progress
        label={modelsText.downloading(model.title)}
        value={state.total > 0 ? state.loaded / state.total : null}
      />
    );
  }
  const bytes = formatBytes(model.downloadBytes);
  const size = isMeasured ? bytes : modelsText.about(bytes);
  const start = () => {
    begin(model.id);
    reportFailure(model.title, beginDownload(control, model.id));
  };
  return (
    <>
      <Button size="small" kind="primary" onClick={start}>
        {state.kind === 'available'
          ? (labels?.downloadAndAnswer ?? modelsText.downloadModel(model.title, size))
          : (labels?.resumeAndAnswer ?? modelsText.resumeModel(model.title, size))}
      </Button>
      <DownloadProblem entry={download} />
    </>
  );
}
