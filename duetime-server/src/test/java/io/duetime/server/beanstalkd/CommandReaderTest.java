package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.beanstalkd.Command.Verb;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class CommandReaderTest {
  private static final int MAX_JOB_SIZE = 100;
  private static final int INPUTS = Boolean.getBoolean("duetime.long") ? 10_000_000 : 10_000;
  private static final String[] PARTS = {
    "put 1 0 1 3\r\nabc\r\n",
    "put 0 0 0 200\r\n",
    "put 4294967295 1 2 0\r\n\r\n",
    "put ",
    "kick -1\r\n",
    "\r\n",
    "\r",
    "\n",
    " ",
    "reserve\r\n",
    "reserve-with-timeout 5\r\n",
    "delete 18446744073709551615\r\n",
    "use a\r\n",
    "watch -a\r\n",
    "stats",
    "pause-tube",
    "kick 1 x\r\n",
    "\0",
    "999999999999999999999",
    "x".repeat(250),
    "quit\r\n",
    "\u00ff",
    "release 1 2 3\r\n"
  };

  @Test
  void theSameCommandsAreReadHoweverTheirBytesArrive() {
    SplittableRandom random = new SplittableRandom(20_261_122);
    for (int i = 0; i < INPUTS; i++) {
      Buffer input = input(random);
      List<String> whole = read(input, input.length() + 1, random);
      requireSame(input, whole, read(input, 1, random));
      requireSame(input, whole, read(input, 20, random));
    }
  }

  // Assertions with descriptions would take most of the time of the long lane.
  private static void requireSame(Buffer input, List<String> whole, List<String> parts) {
    if (!parts.equals(whole)) {
      assertThat(parts).as("input %s", input).isEqualTo(whole);
    }
  }

  @Test
  void aLineOf224BytesIsReadAndALongerOneIsRefusedOnce() {
    String longest = "use " + "a".repeat(200);
    String spaces = " ".repeat(218);
    assertThat(all(longest + "\r\nstats\r\n")).containsExactly("USE", "STATS");
    assertThat(all("kick" + spaces + "\r\nstats\r\n")).containsExactly("BAD_FORMAT", "STATS");
    assertThat(all("x".repeat(222) + "\r\nstats\r\n")).containsExactly("UNKNOWN_COMMAND", "STATS");
    assertThat(all("x".repeat(223) + "\r\nstats\r\n")).containsExactly("BAD_FORMAT", "STATS");
    assertThat(all("x".repeat(9_000) + "\r\nstats\r\n")).containsExactly("BAD_FORMAT", "STATS");
  }

  @Test
  void aBodyThatIsTooLargeIsSkippedWithItsTrailer() {
    assertThat(all("put 0 0 0 101\r\n" + "x".repeat(101) + "\r\nstats\r\n"))
        .containsExactly("JOB_TOO_BIG", "STATS");
  }

  @Test
  void theBodyOfAnUnknownCallerIsNotKept() {
    CommandReader reader = new CommandReader(MAX_JOB_SIZE, () -> false);
    Buffer input = Buffer.buffer("put 0 0 0 5\r\nhello\r\nstats\r\n");

    int end = reader.read(input, 0);
    Command put = reader.take();

    assertThat(put.verb()).isEqualTo(Verb.PUT);
    assertThat(put.body()).isEmpty();
    assertThat(input.getString(end, input.length())).isEqualTo("stats\r\n");
  }

  @Test
  void aBodyWithoutItsTrailerIsReadToTheLengthOfOne() {
    assertThat(all("put 0 0 0 2\r\nabc\r\nstats\r\n"))
        .containsExactly("EXPECTED_CRLF", "UNKNOWN_COMMAND");
    assertThat(all("put 0 0 0 2\r\nabcdstats\r\n")).containsExactly("EXPECTED_CRLF", "STATS");
  }

  private static Buffer input(SplittableRandom random) {
    Buffer input = Buffer.buffer();
    int parts = random.nextInt(1, 8);
    for (int i = 0; i < parts; i++) {
      if (random.nextInt(5) == 0) {
        input.appendByte((byte) random.nextInt(256));
      }
      input.appendString(PARTS[random.nextInt(PARTS.length)], "ISO-8859-1");
    }
    return input;
  }

  @Test
  void aBodyThatIsRefusedIsSkippedToItsEnd() {
    CommandReader reader = new CommandReader(MAX_JOB_SIZE, () -> true);
    reader.read(Buffer.buffer("put 0 0 60 5\r\nab"), 0);
    assertThat(reader.held()).isEqualTo(5);

    reader.refuse(Reply.OUT_OF_MEMORY);
    Buffer rest = Buffer.buffer("cde\r\nquit\r\n");
    int end = reader.read(rest, 0);

    assertThat(reader.held()).isZero();
    assertThat(reader.take()).isEqualTo(Command.error(Reply.OUT_OF_MEMORY));
    reader.read(rest, end);
    assertThat(reader.take()).extracting(Command::verb).isEqualTo(Verb.QUIT);
  }

  private static List<String> all(String text) {
    Buffer input = Buffer.buffer().appendString(text, "ISO-8859-1");
    return read(input, input.length() + 1, new SplittableRandom(1));
  }

  private static List<String> read(Buffer input, int maxChunk, SplittableRandom random) {
    CommandReader reader = new CommandReader(MAX_JOB_SIZE, () -> true);
    List<String> commands = new ArrayList<>();
    int at = 0;
    while (at < input.length()) {
      int to = Math.min(input.length(), at + random.nextInt(1, maxChunk + 1));
      Buffer chunk = input.getBuffer(at, to);
      int position = 0;
      while (position < chunk.length()) {
        int next = reader.read(chunk, position);
        if (next <= position) {
          throw new AssertionError("nothing was read of " + input);
        }
        position = next;
        Command command = reader.take();
        if (command != null) {
          commands.add(command.verb() == Verb.ERROR ? command.text() : command.verb().name());
        }
      }
      at = to;
    }
    return commands;
  }
}
