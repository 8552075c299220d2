/**
 * The outbox: calls are rows in the application's database, in the transaction of the application,
 * and a relay sends them to the store. The inbox: runs of handlers are rows, so that an effect in
 * the database happens once.
 */
@NullMarked
package io.duetime.spring.outbox;

import org.jspecify.annotations.NullMarked;
