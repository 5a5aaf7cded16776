import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { WorkQueues } from '../ops/work-queues.js';
import { FileMailTransport } from './mail-transport.js';
import { MailComposers } from './mail-composers.js';
import { MailDelivery } from './mail-delivery.js';
import { MailSweep } from './mail-sweep.js';
import { MAIL_TRANSPORT, type MailTransport } from './mail-transport.js';
import { MailOutbox } from './mail-outbox.js';
import { SmtpMailTransport } from './mail-transport.js';

const transport = {
  provide: MAIL_TRANSPORT,
  inject: [CONFIG],
  useFactory: ({ smtpUrl, dataDir, productName: name, mailFrom: address }: Config): MailTransport =>
    smtpUrl
      ? new SmtpMailTransport(smtpUrl, { name, address })
      : new FileMailTransport(join(dataDir, 'outbox'), { name, address }),
};

/** Sends mails. Features register composers and add mails to the outbox. */
@Global()
@Module({
  providers: [transport, MailOutbox, MailComposers, MailDelivery, MailSweep],
  exports: [MailComposers, MailSweep],
})
export class MailModule {
  constructor(outbox: MailOutbox, queues: WorkQueues) {
    queues.register('mail', () => outbox.unsent());
  }
}
