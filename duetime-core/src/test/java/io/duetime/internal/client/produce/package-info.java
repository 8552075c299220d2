/** Tests of what producers ask for. */
@NullMarked
package io.duetime.internal.client.produce;

import org.jspecify.annotations.NullMarked;
