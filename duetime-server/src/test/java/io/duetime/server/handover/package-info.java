@NullMarked
package io.duetime.server.handover;

import org.jspecify.annotations.NullMarked;
