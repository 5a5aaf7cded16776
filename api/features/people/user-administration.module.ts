import { Module } from '@nestjs/common';
import { Accounts } from './accounts.js';
import { ChangeUserController } from './change-user/change-user.controller.js';
import { ChangeUserRoleHandler } from './change-user/change-user-role.handler.js';
import { CourseOwners } from './change-user/course-owners.js';
import { DeleteUserHandler } from './change-user/delete-user.handler.js';
import { EmailConflicts } from './change-user/email-conflicts.js';
import { EndUserSessionsHandler } from './change-user/end-user-sessions.handler.js';
import { Moves } from './change-user/moves.js';
import { SetUserEnabledHandler } from './change-user/set-user-enabled.handler.js';
import { SystemAdmins } from './change-user/system-admins.js';
import { UpdateUserHandler } from './change-user/update-user.handler.js';
import { WithSeat } from './with-seat.js';
import { UsersController } from './list-users/users.controller.js';
import { usersTopic } from './list-users/users.live.js';
import { DisableWithClassHandler } from './with-class/disable-with-class.handler.js';
import { EnableAfterClassHandler, EnableWithClassHandler } from './with-class/enable-with-class.handler.js';
import { EndSessions } from './end-sessions.js';
import { FreshRights } from './fresh-rights.js';
import { OwnAccountModule } from './own-account.module.js';
import { RememberCourseHandler } from './select-group/remember-course.handler.js';
import { SelectGroupController } from './select-group/select-group.controller.js';
import { SelectGroupHandler } from './select-group/select-group.handler.js';

/** What administrators see of people and do to them. */
@Module({
  imports: [OwnAccountModule],
  controllers: [UsersController, ChangeUserController, SelectGroupController],
  providers: [
    Accounts,
    ChangeUserRoleHandler,
    CourseOwners,
    DeleteUserHandler,
    DisableWithClassHandler,
    EnableAfterClassHandler,
    EmailConflicts,
    EnableWithClassHandler,
    EndUserSessionsHandler,
    EndSessions,
    FreshRights,
    Moves,
    RememberCourseHandler,
    SelectGroupHandler,
    SetUserEnabledHandler,
    SystemAdmins,
    UpdateUserHandler,
    usersTopic,
    WithSeat,
  ],
})
export class UserAdministrationModule {}
