import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { CoursesModule } from '../courses/courses.module.js';
import { PresenceModule } from '../presence/presence.module.js';
import { ScoresModule } from '../scores/scores.module.js';
import { BookmarksController } from './bookmarks/bookmarks.controller.js';
import { Bookmarks } from './bookmarks/bookmarks.js';
import { EarlierProgressController } from './earlier-classes/earlier-progress.controller.js';
import { StoreProgress } from './earlier-classes/store-progress.js';
import { StoredProgress } from './earlier-classes/stored-progress.js';
import { OwnDebriefController } from './own-debrief/own-debrief.controller.js';
import { FlightsController } from './replay-flights/flights.controller.js';
import { RecordedFlightsQuery } from '../scores/recorded-flights.query.js';
import { RecordingController } from './read-recording/recording.controller.js';
import { RecordingChangesQuery } from './read-recording/recording-changes.query.js';
import { RecordingQuery } from './read-recording/recording.query.js';
import { recordedStatesTopic, recordingTopic, WatchedRecordings } from './recording.live.js';
import { SweepRecordings } from './sweep-recordings.js';

@Module({
  imports: [CatalogueModule, CoursesModule, PresenceModule, ScoresModule],
  controllers: [
    BookmarksController,
    EarlierProgressController,
    FlightsController,
    OwnDebriefController,
    RecordingController,
  ],
  providers: [
    Bookmarks,
    recordedStatesTopic,
    RecordedFlightsQuery,
    RecordingChangesQuery,
    RecordingQuery,
    recordingTopic,
    StoredProgress,
    StoreProgress,
    SweepRecordings,
    WatchedRecordings,
  ],
})
export class RecordingModule {}
