/** Outbox and inbox on each database that is there, also with processes that are killed. */
@NullMarked
package io.duetime.spring.boot.autoconfigure.outbox;

import org.jspecify.annotations.NullMarked;
