/** The outbox without an application. */
@NullMarked
package io.duetime.spring.internal.outbox;

import org.jspecify.annotations.NullMarked;
