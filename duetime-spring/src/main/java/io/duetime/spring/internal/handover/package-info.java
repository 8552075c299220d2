/** Makes the queues that beans ask for. */
@NullMarked
package io.duetime.spring.internal.handover;

import org.jspecify.annotations.NullMarked;
