package io.duetime.redis.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.engine.Watcher.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueWatchTest {
  private static final ShardId SHARD = ShardId.ONLY;
  private static final ShardId OTHER = new ShardId(1, 0);
  private static final long NOW = 1_000;
  private static final long LATER = 2_000;
  private static final long LATEST = 3_000;

  private final List<Watcher.Signal> heard = new ArrayList<>();
  private final QueueWatch watch = new QueueWatch("orders", heard::add);

  private void claim(long number, long comeBackAt) {
    OwnClaim claim = watch.claim();
    claim.asks(SHARD);
    claim.answered(SHARD, NOW, number, comeBackAt);
    claim.ended();
  }

  private void beat(long lastClaim, long comeBackAt) {
    watch.beat(SHARD, watch.answers(SHARD), lastClaim, NOW, comeBackAt);
  }

  private static Message progress(long claim, long comeBackAt) {
    return new Message(Kind.PROGRESS, claim, comeBackAt);
  }

  private static Watcher.Signal signal(Kind kind, long moment) {
    return new Watcher.Signal("orders", SHARD, kind, moment);
  }

  @Test
  void whatOthersClaimedAfterThisProcessIsTold() {
    claim(5, LATER);

    watch.hear(SHARD, progress(6, LATEST));

    assertThat(heard).containsExactly(signal(Kind.PROGRESS, LATEST));
  }

  @Test
  void itsOwnClaimsAndThoseBeforeThemAreNoNews() {
    claim(5, LATER);

    watch.hear(SHARD, progress(4, NOW));
    watch.hear(SHARD, progress(5, LATER));

    assertThat(heard).isEmpty();
  }

  @Test
  void whatIsHeardDuringAClaimIsToldAfterItsAnswerIfItCameLater() {
    OwnClaim claim = watch.claim();
    watch.hear(SHARD, progress(6, LATEST));
    claim.answered(SHARD, NOW, 5, LATER);
    assertThat(heard).isEmpty();

    claim.ended();

    assertThat(heard).containsExactly(signal(Kind.PROGRESS, LATEST));
  }

  @Test
  void whatIsHeardDuringAClaimIsNoNewsIfTheClaimCameLater() {
    OwnClaim claim = watch.claim();
    watch.hear(SHARD, progress(6, LATEST));
    claim.answered(SHARD, NOW, 7, LATER);

    claim.ended();

    assertThat(heard).isEmpty();
  }

  @Test
  void whatIsHeardDuringAClaimThatFailsIsTold() {
    OwnClaim claim = watch.claim();
    watch.hear(SHARD, progress(6, LATEST));

    claim.ended();

    assertThat(heard).containsExactly(signal(Kind.PROGRESS, LATEST));
  }

  @Test
  void ofManyClaimsHeardDuringOneTheLastIsTold() {
    OwnClaim claim = watch.claim();
    watch.hear(SHARD, progress(6, NOW));
    watch.hear(SHARD, new Message(Kind.HANDED_ON, 7, LATER));
    claim.answered(SHARD, NOW, 5, LATEST);

    claim.ended();

    assertThat(heard).containsExactly(signal(Kind.HANDED_ON, LATER));
  }

  @Test
  void anEarlierMomentIsToldAtOnce() {
    OwnClaim claim = watch.claim();

    watch.hear(SHARD, new Message(Kind.EARLIER, 0, NOW));

    assertThat(heard).containsExactly(signal(Kind.EARLIER, NOW));
    claim.ended();
  }

  @Test
  void aBeatThatSaysNothingNewIsNotTold() {
    claim(5, LATER);

    beat(5, LATER);
    beat(6, LATEST);
    beat(6, ClaimResult.NEVER);

    assertThat(heard).isEmpty();
  }

  @Test
  void aBeatThatKnowsOfAnEarlierMomentIsToldOnce() {
    claim(5, LATEST);

    beat(5, LATER);
    beat(5, LATER);

    assertThat(heard).containsExactly(signal(Kind.EARLIER, LATER));
  }

  @Test
  void whatIsReadyAndNotTakenIsToldAtEveryBeat() {
    claim(5, NOW);

    beat(5, NOW);
    beat(5, NOW);

    assertThat(heard).containsExactly(signal(Kind.EARLIER, NOW), signal(Kind.EARLIER, NOW));
  }

  @Test
  void aBeatIsNoNewsWhereAClaimWasAnsweredSinceItWasSent() {
    long before = watch.answers(SHARD);
    claim(5, LATEST);

    watch.beat(SHARD, before, 4, NOW, NOW);

    assertThat(heard).isEmpty();
  }

  @Test
  void aBeatIsNoNewsDuringAClaim() {
    OwnClaim claim = watch.claim();
    claim.asks(SHARD);
    beat(4, NOW);
    claim.ended();

    assertThat(heard).isEmpty();
  }

  @Test
  void aBeatIsNewsDuringAClaimFromAnotherShard() {
    claim(5, LATEST);
    OwnClaim claim = watch.claim();
    claim.asks(OTHER);
    long before = watch.answers(SHARD);
    claim.answered(OTHER, NOW, 9, LATEST);

    watch.beat(SHARD, before, 5, NOW, LATER);
    claim.ended();

    assertThat(heard).containsExactly(signal(Kind.EARLIER, LATER));
  }

  @Test
  void aShardThatSaidWhenToComeBackComesLaterUntilSomethingElseIsHeard() {
    claim(5, LATER);
    OwnClaim next = watch.claim();
    assertThat(next.comesLater(SHARD, NOW)).isTrue();
    assertThat(next.comesLater(SHARD, LATER)).isFalse();
    assertThat(next.comesLater(OTHER, NOW)).isFalse();
    assertThat(next.lastNow()).isEqualTo(NOW);

    watch.hear(SHARD, new Message(Kind.EARLIER, 0, NOW));

    assertThat(next.comesLater(SHARD, NOW)).isFalse();
    next.ended();
  }

  @Test
  void whatIsHeardWhileAShardIsAskedCountsBesidesItsAnswer() {
    OwnClaim claim = watch.claim();
    claim.asks(SHARD);
    watch.hear(SHARD, new Message(Kind.EARLIER, 0, LATER));
    claim.answered(SHARD, NOW, 5, LATEST);
    claim.ended();

    assertThat(claim.comeBackAt(SHARD)).isEqualTo(LATER);
    claim(6, LATEST);
    assertThat(claim.comeBackAt(SHARD)).isEqualTo(LATEST);
  }

  @Test
  void whatIsHeardAfterAClaimOfOthersIsNotPutOffByIt() {
    claim(5, LATEST);
    OwnClaim claim = watch.claim();
    watch.hear(SHARD, progress(6, LATEST));
    watch.hear(SHARD, new Message(Kind.EARLIER, 0, LATER));
    claim.ended();

    assertThat(claim.comeBackAt(SHARD)).isEqualTo(LATER);
    assertThat(heard).containsExactly(signal(Kind.EARLIER, LATER), signal(Kind.PROGRESS, LATER));
  }

  @Test
  void claimsAreHeardAgainAfterTheStoreHasLostSome() {
    claim(500, LATEST);

    beat(300, LATEST);
    watch.hear(SHARD, progress(301, LATEST));

    assertThat(heard).containsExactly(signal(Kind.PROGRESS, LATEST));
  }

  @Test
  void progressInOneShardDoesNotPutOffAnother() {
    OwnClaim claim = watch.claim();
    claim.answered(SHARD, NOW, 5, LATER);
    claim.answered(OTHER, NOW, 9, LATER);
    claim.ended();

    watch.hear(SHARD, progress(6, LATEST));
    watch.forget(OTHER);
    watch.hear(SHARD, progress(7, LATEST));

    assertThat(heard).containsExactly(signal(Kind.PROGRESS, LATER), signal(Kind.PROGRESS, LATEST));
  }

  @Test
  void whatAWatcherBringsAboutIsToldAfterIt() {
    List<Long> moments = new ArrayList<>();
    QueueWatch[] echoing = new QueueWatch[1];
    echoing[0] =
        new QueueWatch(
            "orders",
            signal -> {
              if (signal.comeBackAtMillis() > NOW) {
                echoing[0].hear(SHARD, new Message(Kind.EARLIER, 0, NOW));
              }
              moments.add(signal.comeBackAtMillis());
            });

    echoing[0].hear(SHARD, new Message(Kind.EARLIER, 0, LATER));

    assertThat(moments).containsExactly(LATER, NOW);
  }
}
