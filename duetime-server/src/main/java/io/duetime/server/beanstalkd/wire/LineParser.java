package io.duetime.server.beanstalkd.wire;

import io.duetime.server.beanstalkd.wire.Scanner.BadFormatException;

/** Parses command lines. */
final class LineParser {
  private LineParser() {}

  /** Parses a line without its CRLF; the body of a put follows it. */
  static Command parse(String line) {
    if (line.indexOf('\0') >= 0) {
      return Command.error(Reply.BAD_FORMAT);
    }
    Verb verb = Verb.of(line);
    if (verb == Verb.ERROR) {
      return Command.error(Reply.UNKNOWN_COMMAND);
    }
    try {
      return parse(verb, line);
    } catch (BadFormatException wrong) {
      return Command.error(Reply.BAD_FORMAT);
    }
  }

  private static Command parse(Verb verb, String line) throws BadFormatException {
    Scanner from = new Scanner(line, verb.text().length());
    return switch (verb) {
      case PUT -> ended(from, Command.put(from.u32(), from.u32(), from.u32(), from.u32()));
      case RELEASE -> ended(from, Command.onJob(verb, from.id(), from.u32(), from.u32()));
      case BURY -> ended(from, Command.onJob(verb, from.id(), from.u32(), 0));
      case PEEK, RESERVE_JOB, DELETE, KICK_JOB, TOUCH, STATS_JOB ->
          ended(from, Command.onJob(verb, from.id(), 0, 0));
      case USE, WATCH, IGNORE, STATS_TUBE -> ended(from, Command.onTube(verb, from.name(false), 0));
      case PAUSE_TUBE -> ended(from, Command.onTube(verb, from.name(true), from.u32()));
      // beanstalkd ignores what follows these two numbers.
      case RESERVE_WITH_TIMEOUT -> Command.timed(from.u32());
      case KICK -> Command.kick(from.bound());
      case AUTH -> Command.login(from.rest());
      case QUIT -> Command.plain(verb);
      default -> ended(from, Command.plain(verb));
    };
  }

  private static Command ended(Scanner from, Command command) throws BadFormatException {
    from.end();
    return command;
  }
}
