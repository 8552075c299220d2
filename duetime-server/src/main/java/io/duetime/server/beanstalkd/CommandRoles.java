package io.duetime.server.beanstalkd;

import io.duetime.server.access.Role;
import io.duetime.server.beanstalkd.wire.Command;

/**
 * The role that each command needs. Commands on a job by its number are checked when its tube is
 * known; a job in a tube without the role is not found.
 */
final class CommandRoles {
  private CommandRoles() {}

  /** Whether the visitor of a session may run a command. */
  static boolean allow(Command command, Session session) {
    Visitor visitor = session.visitor();
    String used = session.used().name();
    return switch (command.verb()) {
      case PUT -> visitor.may(Role.PRODUCE, used);
      case RESERVE, RESERVE_WITH_TIMEOUT -> !session.claimable().isEmpty();
      case WATCH -> visitor.may(Role.CONSUME, command.text());
      case PEEK_READY, PEEK_DELAYED, PEEK_BURIED -> visitor.may(Role.PAYLOAD, used);
      case KICK -> visitor.may(Role.ADMIN, used);
      case PAUSE_TUBE -> visitor.may(Role.ADMIN, command.text());
      case STATS_TUBE -> visitor.may(Role.READ, command.text());
      case STATS -> visitor.mayEverywhere(Role.READ);
      case PEEK, RESERVE_JOB, DELETE, KICK_JOB, STATS_JOB -> true;
      case RELEASE, BURY, TOUCH -> true;
      case USE, IGNORE, LIST_TUBES, LIST_TUBE_USED, LIST_TUBES_WATCHED -> true;
      case QUIT, AUTH, ERROR -> true;
    };
  }
}
