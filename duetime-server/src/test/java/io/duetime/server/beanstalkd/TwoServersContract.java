package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.JobRequest;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.TestStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What clients of two servers on one store see of each other. */
abstract class TwoServersContract {
  @RegisterExtension final BeanstalkdServer server;

  private Client here;
  private Client there;

  TwoServersContract(TestStore store) {
    this.server = new BeanstalkdServer(store);
  }

  @BeforeEach
  void connect() {
    here = server.connect();
    there = server.connectToAnother();
  }

  @Test
  void aWaitingClientGetsAJobThatIsPutAtTheOtherServer() {
    there.send("reserve\r\n");

    here.put("1 0 60", "abc");

    assertThat(there.answer()).isEqualTo("RESERVED 1 3\r\nabc");
    assertThat(here.ask("delete 1")).isEqualTo("NOT_FOUND");
    assertThat(there.ask("delete 1")).isEqualTo("DELETED");
  }

  @Test
  void aClientThatWaitsForAnUnknownTubeGetsItsFirstJobFromTheOtherServer() {
    assertThat(there.ask("watch new")).isEqualTo("WATCHING 2");
    there.send("reserve\r\n");
    here.ask("use new");

    here.put("1 0 60", "abc");

    assertThat(there.answer()).isEqualTo("RESERVED 1 3\r\nabc");
  }

  @Test
  void eachJobIsReservedOnce() {
    for (int i = 0; i < 20; i++) {
      here.put("1 0 60", "a");
    }

    List<String> reserved = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      reserved.add(here.ask("reserve"));
      reserved.add(there.ask("reserve"));
    }

    assertThat(reserved).doesNotHaveDuplicates();
    assertThat(here.ask("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
  }

  @Test
  void aJobIsSettledAtTheOtherServer() {
    here.put("9 1000 60", "abc");

    assertThat(there.ask("peek 1")).isEqualTo("FOUND 1 3\r\nabc");
    assertThat(there.ask("kick-job 1")).isEqualTo("KICKED");
    assertThat(there.ask("reserve-job 1")).isEqualTo("RESERVED 1 3\r\nabc");
    assertThat(there.ask("bury 1 4")).isEqualTo("BURIED");
    assertThat(here.ask("stats-job 1")).contains("state: buried", "pri: 4");
    assertThat(here.ask("delete 1")).isEqualTo("DELETED");
  }

  @Test
  void aClosedConnectionGivesItsJobToAClientOfTheOtherServer() {
    here.put("1 0 1000", "abc");
    here.ask("reserve");
    there.send("reserve\r\n");

    here.close();

    assertThat(there.answer()).isEqualTo("RESERVED 1 3\r\nabc");
  }

  @Test
  void aTextIdHasANumberOfItsOwnAtEachServer() {
    server
        .store()
        .queue("default", Codec.string())
        .schedule(JobRequest.builder("text").id("order-1").build());

    assertThat(here.ask("peek-ready")).isEqualTo("FOUND 1 4\r\ntext");

    assertThat(there.ask("peek 1")).isEqualTo("NOT_FOUND");
    assertThat(there.ask("reserve")).isEqualTo("RESERVED 1001 4\r\ntext");
    assertThat(here.ask("delete 1")).isEqualTo("NOT_FOUND");
    assertThat(there.ask("delete 1001")).isEqualTo("DELETED");
    assertThat(here.ask("peek 1")).isEqualTo("NOT_FOUND");
  }

  @Test
  void theServersTakeNumbersFromBlocksOfTheirOwn() {
    List<String> inserted = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      inserted.add(here.put("1 0 60", "a"));
      inserted.add(there.put("1 0 60", "a"));
    }

    assertThat(inserted).doesNotHaveDuplicates();
  }

  @Test
  void aPauseHoldsAtBothServers() {
    here.put("1 0 60", "abc");
    here.ask("pause-tube default 1000");

    assertThat(there.ask("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
    assertThat(there.ask("stats-tube default")).containsPattern("pause-time-left: (999|1000)\n");
  }
}
