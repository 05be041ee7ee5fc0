"""Every message between a client and the server, as msgspec models; docs/protocol.md tells how they are used."""

from kickdoor.server.protocol.http import *
from kickdoor.server.protocol.inbound import *
from kickdoor.server.protocol.outbound import *
from kickdoor.server.protocol.words import *
from kickdoor.server.protocol.workshop import *
