package recipes;

import io.duetime.*;
import java.time.Duration;
import java.util.function.Consumer;

/** Closes a chat 30 minutes after its last message. */
public final class ChatTimeouts {
  private final JobQueue<String> chats;

  public ChatTimeouts(Duetime duetime) {
    this.chats = duetime.queue("chats", Codec.string());
  }

  public void messageIn(String chat) {
    chats.schedule(
        JobRequest.builder(chat)
            .id(chat)
            .delay(Duration.ofMinutes(30))
            .onConflict(OnConflict.REPLACE)
            .build());
  }

  public Worker start(Consumer<String> close) {
    return chats.worker(job -> close.accept(job.payload())).start();
  }
}
