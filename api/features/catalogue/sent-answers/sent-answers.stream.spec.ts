import { given } from '../../../platform/eventsourcing/testing/given.js';
import type { SentAnswersEvent } from './sent-answers.events.js';
import { sentAnswersStream } from './sent-answers.stream.js';

const setting = given(sentAnswersStream);
const catalogueId = '0198c0de-0000-7000-8000-0000000000c1';
const SENT: SentAnswersEvent = { type: 'CatalogueAnswersSent', data: { catalogueId } };
const WITHHELD: SentAnswersEvent = { type: 'CatalogueAnswersWithheld', data: { catalogueId } };

it('withholds answers by default', () => {
  setting().when({ catalogueId, sent: false }).thenNothing();
  setting().when({ catalogueId, sent: true }).thenRecords(SENT);
});

it('changes only a different setting', () => {
  setting(SENT).when({ catalogueId, sent: true }).thenNothing();
  setting(SENT).when({ catalogueId, sent: false }).thenRecords(WITHHELD);
  setting(SENT, WITHHELD).when({ catalogueId, sent: true }).thenRecords(SENT);
});
