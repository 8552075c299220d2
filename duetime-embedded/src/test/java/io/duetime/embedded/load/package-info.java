/** Tests of many jobs: heap, long calls, tidying. */
@NullMarked
package io.duetime.embedded.load;

import org.jspecify.annotations.NullMarked;
