package io.duetime.cli.queue;

import io.duetime.cli.remote.Remote;
import io.duetime.cli.terminal.Screen;
import io.duetime.cli.terminal.Terminal;
import io.duetime.internal.settings.InstantText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/** Shows the queues live, until q is pressed. */
final class TopScreen {
  /** Two lines about the server, two about all queues, an empty one, and that of the cursor. */
  private static final int OTHER_ROWS = 6;

  private final Terminal terminal;
  private final Remote remote;
  private final QueueRates rates;
  private TopOrder order;

  TopScreen(Terminal terminal, Remote remote, TopOrder order) {
    this.terminal = terminal;
    this.remote = remote;
    this.rates = new QueueRates(remote, terminal.time());
    this.order = order;
  }

  void show(Duration pause) throws InterruptedException {
    // Fails before the screen is cleared, if there is no server.
    JsonNode queues = queues();
    try (Screen screen = new Screen(terminal)) {
      screen.open();
      screen.draw(lines(queues, screen.size()));
      for (OptionalInt key = screen.key(pause); !isQuit(key); key = screen.key(pause)) {
        key.ifPresent(pressed -> TopOrder.ofKey(pressed).ifPresent(chosen -> order = chosen));
        screen.draw(lines(queues(), screen.size()));
      }
    }
  }

  private static boolean isQuit(OptionalInt key) {
    return key.isPresent() && (key.getAsInt() == 'q' || key.getAsInt() == 'Q');
  }

  private JsonNode queues() {
    return QueuePages.read(remote);
  }

  private List<String> lines(JsonNode queues, Screen.Size size) {
    Instant now = terminal.time().instant();
    List<String> lines = new ArrayList<>();
    lines.add(remote.server() + "  " + InstantText.format(now) + "  q quits");
    lines.add(TopOrder.legend());
    MinuteLines.read(remote, now).forEach(lines::add);
    lines.add("");
    lines.replaceAll(
        line -> line.length() <= size.columns() ? line : line.substring(0, size.columns()));
    Screen.Size room = new Screen.Size(size.rows() - OTHER_ROWS, size.columns());
    lines.addAll(new TopTable(order.sorted(queues), now).lines(room, rates::read));
    return lines;
  }
}
