import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { CONFIG, type Config } from '../../config.js';
import { Metrics } from '../ops/metrics.js';
import { FileMailTransport } from './file-mail-transport.js';
import { MailComposers } from './mail-composers.js';
import { MailDelivery } from './mail-delivery.js';
import { MailSweep } from './mail-sweep.js';
import { MAIL_TRANSPORT, type MailTransport } from './mail-transport.js';
import { Outbox } from './outbox.js';
import { SmtpMailTransport } from './smtp-mail-transport.js';

const transport = {
  provide: MAIL_TRANSPORT,
  inject: [CONFIG],
  useFactory: ({ smtpUrl, dataDir, productName: name, mailFrom: address }: Config): MailTransport =>
    smtpUrl
      ? new SmtpMailTransport(smtpUrl, { name, address })
      : new FileMailTransport(join(dataDir, 'outbox'), { name, address }),
};

/** Mails: features register who writes them and put what is to be sent into the outbox. */
@Global()
@Module({
  providers: [transport, Outbox, MailComposers, MailDelivery, MailSweep],
  exports: [MailComposers, MailSweep],
})
export class MailModule {
  constructor(outbox: Outbox, { registry }: Metrics) {
    const [unsent, oldest] = [
      new Gauge({ name: 'ready_room_mail_unsent', help: 'Mails waiting to be sent.', registers: [registry] }),
      new Gauge({
        name: 'ready_room_mail_oldest_unsent_seconds',
        help: 'Age of the mail that waits the longest; 0 when none does.',
        registers: [registry],
        collect: async () => {
          const waiting = await outbox.unsent();
          unsent.set(waiting.count);
          oldest.set(waiting.oldestSeconds);
        },
      }),
    ];
  }
}
