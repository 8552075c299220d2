package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.RealBeanstalkd;
import io.duetime.server.beanstalkd.fixture.TestStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same table of commands and answers for this server and, where installed, for beanstalkd. */
class AnswersTest {
  private static final Pattern REPEATED = Pattern.compile("\\{(\\d+)\\*(.)}");

  @RegisterExtension private final BeanstalkdServer server = new BeanstalkdServer(TestStore.MEMORY);

  @Test
  void eachCommandIsAnsweredAsTheTableSays() throws IOException {
    runTable(server.address());
  }

  @Test
  void beanstalkdAnswersAsTheTableSays() throws IOException {
    try (RealBeanstalkd beanstalkd = RealBeanstalkd.start()) {
      runTable(beanstalkd.address());
    }
  }

  private static void runTable(InetSocketAddress address) throws IOException {
    Client client = new Client(address);
    String sent = "";
    for (String line : table()) {
      if (line.isEmpty()) {
        client.close();
        client = new Client(address);
      } else if (line.startsWith("> ")) {
        sent = line;
        client.send(bytes(line.substring(2)) + "\r\n");
      } else if (line.startsWith("< ")) {
        assertThat(client.answer()).as(sent).isEqualTo(bytes(line.substring(2)));
      } else if (!line.startsWith("#")) {
        fail("not a line of the table: " + line);
      }
    }
    client.close();
  }

  private static List<String> table() throws IOException {
    try (InputStream in = AnswersTest.class.getResourceAsStream("/beanstalkd/answers.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static String bytes(String text) {
    String repeated =
        REPEATED
            .matcher(text)
            .replaceAll(found ->
                Matcher.quoteReplacement(found.group(2).repeat(Integer.parseInt(found.group(1)))));
    return repeated.replace("\\r", "\r").replace("\\n", "\n").replace("\\0", "\0");
  }
}
