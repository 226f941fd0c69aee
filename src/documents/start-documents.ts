import { expose } from 'comlink';
import { allowOwnScripts } from '#transport/own-scripts.ts';
import type { UseBrokerMessage } from '#workers/broker-messages.ts';
import { installWorkerBroker } from '#workers/brokered-worker.ts';
import { DocumentReader } from './document-reader.ts';

allowOwnScripts();
self.addEventListener('message', ({ data }: MessageEvent<Partial<UseBrokerMessage>>) => {
  if (data.type === 'use-broker' && data.broker) installWorkerBroker(data.broker);
});
expose(new DocumentReader());
