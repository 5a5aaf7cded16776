import { Global, Module } from '@nestjs/common';
import { RIGHTS_SOURCE } from '../../../platform/auth/rights.js';
import { PeopleModule } from '../people.module.js';
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
import { GetUserController } from './get-user/get-user.controller.js';
import { GetUserQuery } from './get-user/get-user.query.js';
import { UsersController } from './list-users/users.controller.js';
import { usersTopic } from './list-users/users.live.js';
import { UsersQueries } from './list-users/users.query.js';
import { DisableWithClassHandler } from './with-class/disable-with-class.handler.js';
import { EnableAfterClassHandler, EnableWithClassHandler } from './with-class/enable-with-class.handler.js';
import { EndSessions } from './end-sessions.js';
import { FreshRights } from './fresh-rights.js';
import { OwnAccountModule } from './own-account.module.js';
import { PeopleRights } from './people-rights.js';
import { SelectGroupController } from './select-group/select-group.controller.js';
import { SelectGroupHandler } from './select-group/select-group.handler.js';
import { SignOutUnpaid } from './sign-out-unpaid.js';

/** Policies, account pages and user administration. Global, because the platform asks it for the rights of a signed-in person. */
@Global()
@Module({
  imports: [OwnAccountModule, PeopleModule],
  controllers: [GetUserController, UsersController, ChangeUserController, SelectGroupController],
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
    GetUserQuery,
    Moves,
    SelectGroupHandler,
    SetUserEnabledHandler,
    SignOutUnpaid,
    SystemAdmins,
    UpdateUserHandler,
    UsersQueries,
    usersTopic,
    WithSeat,
    { provide: RIGHTS_SOURCE, useClass: PeopleRights },
  ],
  exports: [RIGHTS_SOURCE],
})
export class UserAdministrationModule {}
